import { ApiError } from './api-error.ts'

/** Gives a failed call this message when the server sent none. */
export async function withDefaultMessage<Value>(message: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError ? error.withDefault(message) : error
  }
}

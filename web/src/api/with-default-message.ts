import { ApiError } from './api-error.ts'

/** Gives a call that failed without a word from the server its own sentence. */
export async function withDefaultMessage<Value>(sentence: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError ? error.withDefault(sentence) : error
  }
}

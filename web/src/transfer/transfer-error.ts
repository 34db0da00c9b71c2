import { ApiError } from '../api/api-error.ts'

/** The error of a failed transfer, with the message of the response body if it has one. */
export function errorFromResponse(status: number, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return new ApiError({ status, body: { ...body } })
  } catch {
    // The body is not JSON, so it has no message.
  }
  return new ApiError({ status })
}

export const noResponseError = (cause?: unknown): ApiError => new ApiError({ status: 0, cause })

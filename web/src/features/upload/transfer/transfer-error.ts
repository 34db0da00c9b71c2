import { ApiError } from '../../../api/api-error.ts'

/** What a place that takes bytes answered when it did not take them, in the words of its body when it has any. */
export function errorFromResponse(status: number, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return new ApiError({ status, body: { ...body } })
  } catch {
    // no words of ours
  }
  return new ApiError({ status })
}

export const noResponseError = (cause?: unknown): ApiError => new ApiError({ status: 0, cause })

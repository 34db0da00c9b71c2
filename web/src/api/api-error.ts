import type { FieldProblem } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'

interface ApiErrorParts {
  /** 0 when there was no response. */
  status: number
  body?: Readonly<Record<string, unknown>>
  retryAfter?: number
  cause?: unknown
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function fieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('field' in entry) || !('message' in entry)) return []
    const field = text(entry.field)
    const message = text(entry.message)
    return field && message ? [{ field, message }] : []
  })
}

/** A call that failed. The message is the server's when it sent one. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: readonly FieldProblem[]
  /** The response body, for the few errors that carry more than a message. */
  readonly body: Readonly<Record<string, unknown>>
  /** Seconds to wait before the same call may succeed. */
  readonly retryAfter: number | undefined
  /** The server or the caller gave a message, so no default replaces it. */
  private readonly hasMessage: boolean

  constructor({ status, body = {}, retryAfter, cause }: ApiErrorParts, message?: string) {
    const serverMessage = text(body['message']) ?? text(body['error'])
    super(serverMessage ?? message ?? (status === 0 ? sentences.networkError : sentences.httpError(status)), { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = text(body['code']) ?? text(body['error'])
    this.details = fieldProblems(body['details'])
    this.body = body
    this.retryAfter = retryAfter
    this.hasMessage = serverMessage !== undefined || message !== undefined
  }

  get hasResponse(): boolean {
    return this.status !== 0
  }
  get isTemporary(): boolean {
    return !this.hasResponse || this.status === 429 || this.status === 503
  }

  get isNotSignedIn(): boolean {
    return this.status === 401
  }
  get isNotAllowed(): boolean {
    return this.status === 403
  }
  get isNotFound(): boolean {
    return this.status === 404
  }
  get isConflict(): boolean {
    return this.status === 409
  }
  get isServerFault(): boolean {
    return this.status >= 500
  }

  /** The same error with a default message, if it has none of its own. */
  withDefault(message: string): ApiError {
    if (this.hasMessage || !this.hasResponse) return this
    return new ApiError(
      { status: this.status, body: this.body, ...(this.retryAfter && { retryAfter: this.retryAfter }), cause: this },
      message,
    )
  }
}

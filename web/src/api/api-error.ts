import type { FieldProblem } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'

interface ApiErrorParts {
  /** 0 when no answer came at all. */
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

/** Any call that did not succeed. Its message is the server's sentence when there is one. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: readonly FieldProblem[]
  /** What the server sent, for the few answers that carry more than a sentence. */
  readonly body: Readonly<Record<string, unknown>>
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  /** Somebody found words for this failure: the server, or the place that raised it. */
  private readonly hasSentence: boolean

  constructor({ status, body = {}, retryAfter, cause }: ApiErrorParts, sentence?: string) {
    const said = text(body['message']) ?? text(body['error'])
    super(said ?? sentence ?? (status === 0 ? sentences.networkError : sentences.httpError(status)), { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = text(body['code']) ?? text(body['error'])
    this.details = fieldProblems(body['details'])
    this.body = body
    this.retryAfter = retryAfter
    this.hasSentence = said !== undefined || sentence !== undefined
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

  /** The same failure under a call's own default sentence, which holds where nobody found another. */
  withDefault(sentence: string): ApiError {
    if (this.hasSentence || !this.hasResponse) return this
    return new ApiError(
      { status: this.status, body: this.body, ...(this.retryAfter && { retryAfter: this.retryAfter }), cause: this },
      sentence,
    )
  }
}

/**
 * Every way a call can fail, as a closed list. The server answers with one of these codes and the status beside it;
 * a program may rely on both. The sentence that goes with it is for a person and may differ from case to case.
 */
export const errorStatus = {
  INVALID_INPUT: 400,
  INVALID_CODE: 400,
  INVALID_SOURCE: 400,
  NOT_SIGNED_IN: 401,
  INVALID_CREDENTIALS: 401,
  MFA_REQUIRED: 401,
  USER_NOT_CONFIRMED: 403,
  USER_DISABLED: 403,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  CONFLICT: 409,
  QUOTA_REACHED: 409,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  HEADERS_TOO_LARGE: 431,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface FieldProblem {
  field: string
  message: string
}

/** The body of every error answer. `error` repeats the sentence, except in sign-in, where it is the code. */
export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  details?: FieldProblem[]
}

interface FailureOptions {
  details?: FieldProblem[]
  /** Seconds after which the same call may succeed; becomes the Retry-After header. */
  retryAfter?: number
  /** Keys that go into the body beside the four of ErrorBody. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** A failure that is the caller's to know about. Anything else that is thrown is a fault of ours and answers INTERNAL. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: FieldProblem[] | undefined
  readonly retryAfter: number | undefined
  readonly extra: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Failure'
    this.code = code
    this.details = options.details
    this.retryAfter = options.retryAfter
    this.extra = options.extra
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

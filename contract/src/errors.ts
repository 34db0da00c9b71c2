/** Every error code of the API with its status; clients may rely on both. The sentence beside it is for people and may change. */
export const errorStatus = {
  INVALID_INPUT: 400,
  INVALID_CODE: 400,
  INVALID_SOURCE: 400,
  NOT_SIGNED_IN: 401,
  INVALID_CREDENTIALS: 401,
  MFA_REQUIRED: 401,
  PASSWORD_REQUIRED: 401,
  INVALID_TOKEN: 401,
  USER_NOT_CONFIRMED: 403,
  USER_DISABLED: 403,
  NOT_ALLOWED: 403,
  REGISTRATION_CLOSED: 403,
  INVITATION_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  CONFLICT: 409,
  QUOTA_REACHED: 409,
  GONE: 410,
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

/** The body of every error. `error` repeats the sentence, except in sign-in, where it is the code. */
export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  details?: FieldProblem[]
}

interface FailureOptions {
  details?: FieldProblem[]
  /** Seconds until the same call may succeed, sent as Retry-After. */
  retryAfter?: number
  /** More keys of the body, beside those of ErrorBody. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** An error for the caller. Anything else that is thrown becomes INTERNAL. */
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

/** @import { ErrorParts, FieldProblem } from './types.js' */

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' && value !== '' ? value : undefined)

/** @param {unknown} value @returns {FieldProblem[]} */
function fieldProblems(value) {
  if (!Array.isArray(value)) return []
  return value.flatMap((/** @type {unknown} */ entry) => {
    if (typeof entry !== 'object' || entry === null || !('field' in entry) || !('message' in entry)) return []
    const field = text(entry.field)
    const message = text(entry.message)
    return field && message ? [{ field, message }] : []
  })
}

/** Messages of calls that have none of their own. */
export const messages = {
  noResponse: 'Network error - no response received',
  invalidResponse: 'Invalid response format',
  /** @param {number} status */
  status: (status) => `HTTP ${status} Error`,
}

/** A call that failed. The message is the server's when it sent one. */
export class ApiError extends Error {
  /** @type {boolean} The server or the caller gave a message, so no default replaces it. */
  #hasMessage

  /** @param {ErrorParts} parts @param {string} [message] */
  constructor({ status, body = {}, retryAfter, cause }, message) {
    const serverMessage = text(body['message']) ?? text(body['error'])
    super(serverMessage ?? message ?? (status === 0 ? messages.noResponse : messages.status(status)), { cause })
    this.name = 'ApiError'
    /** @readonly 0 when there was no response. */
    this.status = status
    /** @readonly @type {string | undefined} One of the API's codes, stable for programs. */
    this.code = text(body['code']) ?? text(body['error'])
    /** @readonly @type {readonly FieldProblem[]} */
    this.details = fieldProblems(body['details'])
    /** @readonly @type {Readonly<Record<string, unknown>>} The response body, for the few errors that carry more than a message. */
    this.body = body
    /** @readonly @type {number | undefined} Seconds to wait before the same call may succeed. */
    this.retryAfter = retryAfter
    this.#hasMessage = serverMessage !== undefined || message !== undefined
  }

  get hasResponse() {
    return this.status !== 0
  }
  get isTemporary() {
    return !this.hasResponse || this.status === 429 || this.status === 503
  }

  get isNotSignedIn() {
    return this.status === 401
  }
  get isNotAllowed() {
    return this.status === 403
  }
  get isNotFound() {
    return this.status === 404
  }
  get isConflict() {
    return this.status === 409
  }
  get isServerFault() {
    return this.status >= 500
  }

  /** The same error with a default message, if it has none of its own. @param {string} message @returns {ApiError} */
  withDefault(message) {
    if (this.#hasMessage || !this.hasResponse) return this
    return new ApiError(
      { status: this.status, body: this.body, ...(this.retryAfter && { retryAfter: this.retryAfter }), cause: this },
      message,
    )
  }
}

/** The error of a response, with the message of its body if it has one. @param {number} status @param {string} body @param {number} [retryAfter] */
export function errorFromResponse(status, body, retryAfter) {
  const fields = jsonObject(body)
  return new ApiError({ status, ...(fields && { body: fields }), ...(retryAfter && { retryAfter }) })
}

/** @param {unknown} [cause] */
export const noResponseError = (cause) => new ApiError({ status: 0, cause })

/** The fields of a JSON object; undefined for any other text. @param {string} text @returns {Record<string, unknown> | undefined} */
export function jsonObject(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

import { ApiError } from '@video-forge/client'

/** The exit codes of every command; scripts may rely on them. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, notAllowed: 3, notFound: 4, busy: 5, unreachable: 6, interrupted: 130 }

/** A problem of what was typed. */
export class UsageError extends Error {}

/** A failure with an exit code of its own. */
export class CommandError extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = exitCodes.failure) {
    super(message)
    this.exitCode = exitCode
  }
}

/** @type {Record<number, number>} */
const codeOfStatus = {
  0: exitCodes.unreachable,
  401: exitCodes.notAllowed,
  403: exitCodes.notAllowed,
  404: exitCodes.notFound,
  413: exitCodes.busy,
  429: exitCodes.busy,
  503: exitCodes.busy,
}

/** @param {unknown} error @returns {number} */
export function exitCodeOf(error) {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof ApiError)) return exitCodes.failure
  return error.code === 'QUOTA_REACHED' ? exitCodes.busy : (codeOfStatus[error.status] ?? exitCodes.failure)
}

/** One sentence for a person. @param {unknown} error @param {string | undefined} url @returns {string} */
export function sentenceOf(error, url) {
  if (error instanceof ApiError && !error.hasResponse) return `${url ?? 'The site'} could not be reached.`
  if (error instanceof ApiError && error.isNotSignedIn)
    return `${error.message.replace(/\.$/, '')}. Run "forge login", or set FORGE_URL and FORGE_KEY.`
  const [problem] = error instanceof ApiError ? error.details : []
  return problem && error instanceof ApiError && !error.message.includes(problem.message)
    ? `${error.message.replace(/\.$/, '')}: ${problem.message}`
    : error instanceof Error
      ? error.message
      : String(error)
}

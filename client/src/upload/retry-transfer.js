import { ApiError } from '../api-error.js'
import { pause } from '../pause.js'

/** The last delay repeats. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000]

/**
 * Retries until it succeeds, fails permanently, or is aborted.
 * @template Value
 * @param {() => Promise<Value>} attempt
 * @param {object} options
 * @param {AbortSignal} options.signal
 * @param {number} [options.maxFailures] Consecutive server errors before giving up. A missing network is retried without limit.
 * @param {() => number} [options.sent] Bytes sent so far. An attempt that made progress resets the failure count.
 * @param {() => void} options.onWaiting
 * @returns {Promise<Value>}
 */
export async function retryTransfer(attempt, { signal, maxFailures = 6, sent = () => 0, onWaiting }) {
  let failureCount = 0
  for (;;) {
    const before = sent()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (sent() > before) failureCount = 0
      if (!isTemporary(error) || (hasResponse(error) && failureCount >= maxFailures)) throw error
      onWaiting()
      // Not only until the network is back: an offline browser may still reach localhost.
      await pause(retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 0, signal)
      failureCount += 1
    }
  }
}

/** @param {unknown} error */
const hasResponse = (error) => error instanceof ApiError && error.hasResponse

/** 409 and 423: the server is still finishing an earlier request. */
const temporaryStatuses = new Set([409, 423, 408])
/** @param {unknown} error */
const isTemporary = (error) =>
  error instanceof ApiError && (error.isTemporary || error.isServerFault || temporaryStatuses.has(error.status))

/** The upload address expired, or the upload was removed. @param {unknown} error */
export const isGone = (error) => error instanceof ApiError && [403, 404, 410].includes(error.status)

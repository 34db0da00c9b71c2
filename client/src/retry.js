import { ApiError } from './api-error.js'
import { pause } from './pause.js'

const maxAttempts = 6
/** A longer wait is reported as a failure instead. */
const maxWaitSeconds = 30
/** Waits without a time from the server. */
const backoffSeconds = [0.5, 1, 2, 4, 8]

/**
 * Repeats a call while the server is busy. The server says when to try again; a call that is safe to repeat is tried again
 * without that too, and after a lost connection. Every other failure is thrown at once.
 * @template Value
 * @param {() => Promise<Value>} call
 * @param {{ signal?: AbortSignal | undefined, isRepeatable?: boolean, attempts?: number | undefined }} [options]
 * @returns {Promise<Value>}
 */
export async function retryCall(call, { signal, isRepeatable = false, attempts = maxAttempts } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const waitSeconds = waitAfter(error, attempt, isRepeatable)
      if (waitSeconds === undefined || waitSeconds > maxWaitSeconds || attempt >= attempts || signal?.aborted) throw error
      await pause(waitSeconds * 1000, signal)
    }
  }
}

/** @param {unknown} error @param {number} attempt @param {boolean} isRepeatable @returns {number | undefined} */
function waitAfter(error, attempt, isRepeatable) {
  if (!(error instanceof ApiError) || !error.isTemporary) return undefined
  if (error.hasResponse && error.retryAfter !== undefined) return error.retryAfter
  return isRepeatable ? backoffSeconds[Math.min(attempt, backoffSeconds.length) - 1] : undefined
}

/**
 * Repeats a call while the server answers that it is busy and when to try again.
 * @template Value
 * @param {() => Promise<Value>} call @param {AbortSignal} [signal] @returns {Promise<Value>}
 */
export const retryWhileBusy = (call, signal) => retryCall(call, { signal })

/** Beside those that only read, calls whose repetition changes nothing more. */
const repeatableCalls = new Set(['POST /upload/confirm', 'POST /metadata/extract', 'POST /jobs/plan'])

/** @param {string} name */
export const isRepeatable = (name) => name.startsWith('GET ') || repeatableCalls.has(name)

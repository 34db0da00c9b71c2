import { ApiError } from '../api/api-error.ts'

/** The last delay repeats. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000] as const

interface RetryOptions {
  signal: AbortSignal
  /** Consecutive server errors before giving up. A missing network is retried without limit. */
  maxFailures?: number
  /** Bytes sent so far. An attempt that made progress resets the failure count. */
  sent?: () => number
  onWaiting: () => void
}

/** Retries until it succeeds, fails permanently, or is aborted. */
export async function retryTransfer<Value>(
  attempt: () => Promise<Value>,
  { signal, maxFailures = 6, sent = () => 0, onWaiting }: RetryOptions,
): Promise<Value> {
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
      await waitForRetry(retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 0, signal)
      failureCount += 1
    }
  }
}

const hasResponse = (error: unknown): boolean => error instanceof ApiError && error.hasResponse

/** 409 and 423: the server is still finishing an earlier request. */
const temporaryStatuses: ReadonlySet<number> = new Set([409, 423, 408])
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.isServerFault || temporaryStatuses.has(error.status))

/** The upload address expired, or the upload was removed. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [403, 404, 410].includes(error.status)

/** Waits for the delay, or until the network is back. Not only for the network: an offline browser may still reach localhost. */
function waitForRetry(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const clear = () => {
      clearTimeout(timer)
      window.removeEventListener('online', proceed)
      signal.removeEventListener('abort', stop)
    }
    const proceed = () => {
      clear()
      resolve()
    }
    const stop = () => {
      clear()
      reject(signal.reason)
    }
    const timer = setTimeout(proceed, milliseconds)
    window.addEventListener('online', proceed)
    signal.addEventListener('abort', stop)
  })
}

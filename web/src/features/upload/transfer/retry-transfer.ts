import { ApiError } from '../../../api/api-error.ts'

/** Waits between tries, in milliseconds; the last one repeats. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000] as const
/** A server that answers and fails this often in a row has more than a bad moment. A missing network is waited for as long as it takes. */
const maxFailures = 6

interface RetryOptions {
  signal: AbortSignal
  /** How much has arrived: a try that got further starts the count anew. */
  sent: () => number
  onWaiting: () => void
}

/** Tries again and again until it succeeds, is refused for good, or is told to stop. */
export async function retryTransfer(attempt: () => Promise<void>, { signal, sent, onWaiting }: RetryOptions): Promise<void> {
  let failures = 0
  for (;;) {
    const before = sent()
    try {
      await attempt()
      return
    } catch (error) {
      signal.throwIfAborted()
      if (sent() > before) failures = 0
      if (!isTemporary(error) || (hasResponse(error) && failures >= maxFailures)) throw error
      onWaiting()
      await waitForRetry(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0, signal)
      failures += 1
    }
  }
}

const hasResponse = (error: unknown): boolean => error instanceof ApiError && error.hasResponse

/** 409 and 423: an earlier request of ours is still being put away. */
const temporaryStatuses: ReadonlySet<number> = new Set([409, 423, 408])
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.isServerFault || temporaryStatuses.has(error.status))

/** The address no longer leads anywhere: it ran out, or what it led to was cleared away. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [403, 404, 410].includes(error.status)

/** After a while, or as soon as the network is back. Not only then: a browser without a network may still reach its own machine. */
function waitForRetry(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const clear = () => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', stop)
    }
    const goOn = () => {
      clear()
      resolve()
    }
    const stop = () => {
      clear()
      reject(signal.reason)
    }
    const timer = setTimeout(goOn, milliseconds)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', stop)
  })
}

import { ApiError } from './api-error.ts'

const maxTries = 6
/** Whoever is asked to wait longer than this wants to hear of it. */
const maxWaitSeconds = 30

/**
 * Makes a call again for as long as the server says that it is busy and when to come back, some times at most. Every other failure is passed on
 * at once.
 */
export async function retryWhileBusy<Value>(call: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call()
    } catch (error) {
      const wait = error instanceof ApiError && error.hasResponse && error.isTemporary ? error.retryAfter : undefined
      if (wait === undefined || wait > maxWaitSeconds || tried === maxTries) throw error
      await pause(wait * 1000, signal)
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })

import { ApiError } from './api-error.ts'

const maxAttempts = 6
/** A longer wait is reported as a failure instead. */
const maxWaitSeconds = 30

/** Retries a call while the server answers that it is busy and when to retry. Every other failure is thrown at once. */
export async function retryWhileBusy<Value>(call: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const waitSeconds = error instanceof ApiError && error.hasResponse && error.isTemporary ? error.retryAfter : undefined
      if (waitSeconds === undefined || waitSeconds > maxWaitSeconds || attempt === maxAttempts) throw error
      await pause(waitSeconds * 1000, signal)
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

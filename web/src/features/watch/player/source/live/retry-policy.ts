import type { HlsConfig, RetryConfig } from 'hls.js'

/** After so many failed requests in a row the player says so, and its own retries follow. */
const maxRetries = 8

/** Set for a request that failed and is retried. */
interface FailedRequest {
  errorAction?: { retryCount?: number | undefined } | null | undefined
}

/**
 * Also where nobody answers, as while the server restarts: the library takes that for a request that may not be made, and gives up at once.
 */
const untilLimit: RetryConfig['shouldRetry'] = (retry, count) => count < (retry?.maxNumRetry ?? 0)

const playlistErrors: RetryConfig = { maxNumRetry: maxRetries, retryDelayMs: 1000, maxRetryDelayMs: 8000, shouldRetry: untilLimit }
/** Without a limit: where the library gives up a chunk of a playlist that grows, it leaves it out, and the viewer misses its seconds. */
const chunkErrors: RetryConfig = { ...playlistErrors, maxNumRetry: Number.POSITIVE_INFINITY }

export const retryPolicies = {
  playlistLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 10_000,
      maxLoadTimeMs: 20_000,
      timeoutRetry: { maxNumRetry: 4, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: playlistErrors,
    },
  },
  fragLoadPolicy: {
    default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 120_000, timeoutRetry: chunkErrors, errorRetry: chunkErrors },
  },
} satisfies Partial<HlsConfig>

/** Whether a chunk was requested in vain so often that the viewer should be told. */
export const isLost = ({ errorAction }: FailedRequest): boolean => (errorAction?.retryCount ?? 0) >= maxRetries

import type { QueryClient } from '@tanstack/react-query'
import { jobKeys } from './job-cache.ts'

/** An admin hears of everybody's jobs, so several changes share one call. */
const waitMs = 1000

/** Asks for the counts again, once for all the changes of a moment. */
export function createStatsRefresh(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    refreshSoon(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: jobKeys.stats })
      }, waitMs)
    },
    stop: () => clearTimeout(timer),
  }
}

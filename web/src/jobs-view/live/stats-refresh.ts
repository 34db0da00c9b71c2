import type { QueryClient } from '@tanstack/react-query'
import { jobKeys } from './job-cache.ts'

/** Admins receive events of all jobs, so changes within this time share one call. */
const delayMs = 1000

/** Refetches the counts, once for several changes. */
export function createStatsRefresh(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    refreshSoon(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: jobKeys.stats })
      }, delayMs)
    },
    stop: () => clearTimeout(timer),
  }
}

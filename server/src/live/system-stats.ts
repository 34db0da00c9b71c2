import type { SystemStats } from '@video-forge/contract/live'
import type { Reads } from './reads.ts'

const intervalMs = 2000

/** The counts of running and queued jobs, read at most once per interval. */
export class SystemStatsReader {
  readonly #reads: Reads
  readonly #maxConcurrent: number
  #readAt = 0
  current: SystemStats | undefined
  /** Something has changed since the jobs were last counted. */
  hasChanged = true

  constructor(reads: Reads, maxConcurrent: number) {
    this.#reads = reads
    this.#maxConcurrent = maxConcurrent
  }

  /** The counts, if they differ from those of the last call. */
  async readChange(): Promise<SystemStats | undefined> {
    const now = Date.now()
    const before = this.current
    if (before && (!this.hasChanged || now - this.#readAt < intervalMs)) return undefined
    this.#readAt = now
    this.hasChanged = false
    const counts = { ...(await this.#reads.countJobs()), maxConcurrent: this.#maxConcurrent }
    this.current = counts
    return before && before.currentJobs === counts.currentJobs && before.queueLength === counts.queueLength ? undefined : counts
  }

  reset(): void {
    this.current = undefined
  }
}

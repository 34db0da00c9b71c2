/** A job that changed, and the transaction that changed it last. */
export interface Change {
  jobId: string
  userId: string
  changedIn: bigint
  removed: boolean
}

/** At most four events a second for one job. */
const restMs = 250

/**
 * Decides when a change is told. Each change is told once, and a job that was told a moment ago waits; what it says by
 * then is its newest state. What waits holds back the id that listeners may come back with.
 */
export function createRateLimiter() {
  const waiting = new Map<string, Change>()
  const known = new Map<string, bigint>()
  const sentAt = new Map<string, number>()

  return {
    /** Takes in what a look since the last horizon has found, which may repeat what was found before. */
    note(changes: readonly Change[], horizon: bigint): void {
      for (const change of changes) {
        if (known.get(change.jobId) === change.changedIn) continue
        known.set(change.jobId, change.changedIn)
        waiting.set(change.jobId, change)
      }
      // What lies before the horizon is never found again.
      for (const [jobId, changedIn] of known) if (changedIn < horizon) known.delete(jobId)
    },

    /** Has a job told again though its row did not change. */
    resend(jobId: string, userId: string, horizon: bigint): void {
      if (!waiting.has(jobId)) waiting.set(jobId, { jobId, userId, changedIn: horizon, removed: false })
    },

    /** What is to be told now. */
    take(now: number): Change[] {
      for (const [jobId, at] of sentAt) if (at + restMs <= now) sentAt.delete(jobId)
      const due = [...waiting.values()].filter(({ jobId }) => !sentAt.has(jobId))
      for (const { jobId } of due) {
        waiting.delete(jobId)
        sentAt.set(jobId, now)
      }
      return due
    },

    /** How long the next one that waits has to wait; undefined when none does. */
    msToNext(now: number): number | undefined {
      let least: number | undefined
      for (const jobId of waiting.keys()) {
        const left = Math.max(0, (sentAt.get(jobId) ?? now - restMs) + restMs - now)
        if (least === undefined || left < least) least = left
      }
      return least
    },

    /** Everything that changed before this transaction has been told. */
    sentUpToOf(horizon: bigint): bigint {
      let least = horizon
      for (const { changedIn } of waiting.values()) if (changedIn < least) least = changedIn
      return least
    },

    reset(): void {
      waiting.clear()
      known.clear()
      sentAt.clear()
    },
  }
}

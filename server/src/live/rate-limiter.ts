/** A job that changed, and the transaction that changed it last. */
export interface Change {
  jobId: string
  userId: string
  changedIn: bigint
  removed: boolean
}

/** At most four events a second for one job. */
const minIntervalMs = 250

/**
 * Decides when a change is sent. Each change is sent once. A job that was sent a moment ago waits, and is then sent in its newest
 * state. Waiting changes hold back the event id from which clients resume.
 */
export function createRateLimiter() {
  const waiting = new Map<string, Change>()
  const known = new Map<string, bigint>()
  const sentAt = new Map<string, number>()

  return {
    /** Adds the changes since the last horizon; some may be known already. */
    note(changes: readonly Change[], horizon: bigint): void {
      for (const change of changes) {
        if (known.get(change.jobId) === change.changedIn) continue
        known.set(change.jobId, change.changedIn)
        waiting.set(change.jobId, change)
      }
      // Changes before the horizon are not read again.
      for (const [jobId, changedIn] of known) if (changedIn < horizon) known.delete(jobId)
    },

    /** Sends a job again although its row has not changed. */
    resend(jobId: string, userId: string, horizon: bigint): void {
      if (!waiting.has(jobId)) waiting.set(jobId, { jobId, userId, changedIn: horizon, removed: false })
    },

    /** The changes to send now. */
    take(now: number): Change[] {
      for (const [jobId, at] of sentAt) if (at + minIntervalMs <= now) sentAt.delete(jobId)
      const due = [...waiting.values()].filter(({ jobId }) => !sentAt.has(jobId))
      for (const { jobId } of due) {
        waiting.delete(jobId)
        sentAt.set(jobId, now)
      }
      return due
    },

    /** The time until the next waiting change is due; undefined if none waits. */
    msToNext(now: number): number | undefined {
      let shortest: number | undefined
      for (const jobId of waiting.keys()) {
        const left = Math.max(0, (sentAt.get(jobId) ?? now - minIntervalMs) + minIntervalMs - now)
        if (shortest === undefined || left < shortest) shortest = left
      }
      return shortest
    },

    /** Everything that changed before this transaction has been sent. */
    sentUpToOf(horizon: bigint): bigint {
      let earliest = horizon
      for (const { changedIn } of waiting.values()) if (changedIn < earliest) earliest = changedIn
      return earliest
    },

    reset(): void {
      waiting.clear()
      known.clear()
      sentAt.clear()
    },
  }
}

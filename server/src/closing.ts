/** What uses others is closed before them: first whoever answers and works, then ways to the outside, at last the database. */
const order = ['work', 'connections', 'database'] as const
type Stage = (typeof order)[number]

export interface Closing {
  /** Says how to close what was just opened. */
  add(stage: Stage, close: () => unknown): void
  /** Closes everything, each stage at once, whatever fails; then rejects with the first reason. */
  closeAll(): Promise<void>
}

export function createClosing(): Closing {
  const opened = new Map<Stage, (() => unknown)[]>(order.map((stage) => [stage, []]))
  return {
    add: (stage, close) => void opened.get(stage)?.push(close),
    async closeAll() {
      const reasons: unknown[] = []
      for (const closes of opened.values()) {
        const outcomes = await Promise.allSettled(closes.splice(0).map(async (close) => close()))
        for (const outcome of outcomes) if (outcome.status === 'rejected') reasons.push(outcome.reason)
      }
      if (reasons.length > 0) throw reasons[0]
    },
  }
}

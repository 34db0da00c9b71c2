/** In this order: what serves and works, then connections to other services, then the database that all of them use. */
const order = ['work', 'connections', 'database'] as const
type Stage = (typeof order)[number]

export interface Closing {
  /** Registers how to close what was just opened. */
  add(stage: Stage, close: () => unknown): void
  /** Closes everything, also after a failure, and then rejects with the first reason. Each stage closes all at once. */
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

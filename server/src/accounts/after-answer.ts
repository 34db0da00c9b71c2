import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'

/** Work that an answer must not wait for: how long it takes would tell whether an account exists. */
export interface AfterAnswer {
  run(name: string, facts: { userId: string }, work: () => Promise<void>): void
  /** Starts what still waits and ends with it; what takes too long is logged as lost. */
  settle(): Promise<void>
}

/** A random wait: other calls of the same moment do not get slower by it in a way that could be measured. */
const mostWaitMs = 300
/** A stop may take ten seconds in all. */
const mostSettleMs = 4000

export function createAfterAnswer(log: Logger): AfterAnswer {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const running = new Map<Promise<void>, { name: string; userId: string }>()

  return {
    run(name, facts, work) {
      const start = () => {
        waiting.delete(timer)
        const attempt = work()
          .catch((error: unknown) => log.error({ err: error, ...facts }, `${name} failed`))
          .finally(() => running.delete(attempt))
        running.set(attempt, { name, ...facts })
      }
      const timer = setTimeout(start, randomInt(mostWaitMs))
      waiting.set(timer, start)
    },

    async settle() {
      for (const [timer, start] of [...waiting]) {
        clearTimeout(timer)
        start()
      }
      let timeout: NodeJS.Timeout | undefined
      const tooLong = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, mostSettleMs)
      })
      await Promise.race([Promise.all(running.keys()), tooLong])
      clearTimeout(timeout)
      for (const { name, userId } of running.values()) log.error({ userId }, `${name} did not finish before the stop`)
    },
  }
}

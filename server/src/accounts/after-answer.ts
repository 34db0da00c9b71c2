import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'

/** Work that runs after the answer, because its duration would reveal whether an account exists. */
export interface AfterAnswer {
  run(name: string, facts: { userId: string }, work: () => Promise<void>): void
  /** Runs what is still waiting; what takes too long is logged and dropped. */
  settle(): Promise<void>
}

/** The delay is random, so that the load of this work cannot be measured by concurrent requests. */
const maxDelayMs = 300
/** Part of the ten seconds that a stop may take. */
const maxSettleMs = 4000

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
      const timer = setTimeout(start, randomInt(maxDelayMs))
      waiting.set(timer, start)
    },

    async settle() {
      for (const [timer, start] of [...waiting]) {
        clearTimeout(timer)
        start()
      }
      let timeout: NodeJS.Timeout | undefined
      const tooLong = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, maxSettleMs)
      })
      await Promise.race([Promise.all(running.keys()), tooLong])
      clearTimeout(timeout)
      for (const { name, userId } of running.values()) log.error({ userId }, `${name} did not finish before the server stopped`)
    },
  }
}

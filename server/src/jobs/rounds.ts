import type { Logger } from 'pino'

export interface Chore {
  name: string
  /** Does some of the work; true when there is more to do at once. */
  run: () => Promise<boolean>
}

const everyMs = 5000

/** Does the chores now and every few seconds, one after the other, so that a quiet product needs one connection for them all. */
export function startRounds(chores: Chore[], log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    for (const { name, run } of chores) {
      try {
        while (!stopped && (await run()));
      } catch (error) {
        log.warn({ err: error, chore: name }, 'a chore failed; it is tried again')
      }
    }
    if (!stopped) timer = setTimeout(next, everyMs)
  }
  let current = Promise.resolve()
  const next = () => {
    current = round()
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

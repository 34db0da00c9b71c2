import type { Logger } from 'pino'

export interface Task {
  name: string
  /** Does some of the work; true when there is more to do at once. */
  run: () => Promise<boolean>
}

const everyMs = 5000

/**
 * Does the chores now and every few seconds, one after the other, so that a quiet product needs one connection for them all. With
 * `isOurTurn`, a round is left out when it is somebody else's.
 */
export function startScheduler(tasks: Task[], log: Logger, hasLease = async () => true): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const attempt = async (name: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      log.warn({ err: error, task: name }, 'a chore failed; it is tried again')
    }
  }
  const doAll = async () => {
    if (!(await hasLease())) return
    for (const { name, run } of tasks) {
      await attempt(name, async () => {
        while (!stopped && (await run()));
      })
    }
  }
  const round = async () => {
    await attempt('see whose turn it is', doAll)
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

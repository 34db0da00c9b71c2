export interface Ticker {
  /** Starts no further run, and waits for the one that is under way. */
  stop(): Promise<void>
}

/**
 * Calls `run` at an interval and never twice at once: a run that takes longer delays the next one. `run` handles its own errors.
 * A ticker does not keep the process alive.
 */
export function startTicker(everyMs: number, run: () => unknown, { firstAfterMs = everyMs } = {}): Ticker {
  let isStopped = false
  let timer: NodeJS.Timeout
  let current: Promise<void> = Promise.resolve()
  const schedule = (inMs: number) => {
    timer = setTimeout(() => {
      current = tick()
    }, inMs)
    timer.unref()
  }
  const tick = async () => {
    const startedAt = performance.now()
    try {
      await run()
    } finally {
      if (!isStopped) schedule(Math.max(0, everyMs - (performance.now() - startedAt)))
    }
  }
  if (firstAfterMs > 0) schedule(firstAfterMs)
  else current = tick()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

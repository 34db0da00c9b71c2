/** A connection without progress for this long is dead. */
const stallTimeoutMs = 30_000

export interface StallTimer {
  restart: () => void
  stop: () => void
}

export function startStallTimer(onStall: () => void): StallTimer {
  let timer = setTimeout(onStall, stallTimeoutMs)
  return {
    restart() {
      clearTimeout(timer)
      timer = setTimeout(onStall, stallTimeoutMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** A connection without progress for this long is dead. */
const stallTimeoutMs = 30_000

/** @param {() => void} onStall */
export function startStallTimer(onStall) {
  let timer = setTimeout(onStall, stallTimeoutMs)
  return {
    restart() {
      clearTimeout(timer)
      timer = setTimeout(onStall, stallTimeoutMs)
    },
    stop: () => clearTimeout(timer),
  }
}

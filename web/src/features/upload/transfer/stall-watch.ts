/** A connection that moves nothing for this long is dead, whatever the browser still hopes for. */
const stallMilliseconds = 30_000

export interface StallWatch {
  moved: () => void
  stop: () => void
}

export function watchForStall(onStall: () => void): StallWatch {
  let timer = setTimeout(onStall, stallMilliseconds)
  return {
    moved() {
      clearTimeout(timer)
      timer = setTimeout(onStall, stallMilliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Lets at most so many tasks run at the same time; the others wait for their turn, in their order.
 * @param {number} most @returns {<Result>(task: () => Promise<Result>) => Promise<Result>}
 */
export function atMost(most) {
  let running = 0
  /** @type {(() => void)[]} */
  const waiting = []
  return async (task) => {
    if (running >= most) await new Promise((resolve) => waiting.push(() => resolve(undefined)))
    else running += 1
    try {
      return await task()
    } finally {
      // The place goes to the next one, so nobody takes it in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

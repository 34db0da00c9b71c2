import { setTimeout as wait } from 'node:timers/promises'

const everyMs = 50

/** Looks until there is something to see; when there never is, says what was waited for and what was seen last. */
export async function until<Seen>(what: string, look: () => Promise<Seen | undefined>, withinSeconds = 120): Promise<Seen> {
  const end = Date.now() + withinSeconds * 1000
  let lastError: unknown
  for (;;) {
    try {
      const seen = await look()
      if (seen !== undefined) return seen
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    if (Date.now() > end) throw new Error(`Not within ${withinSeconds} s: ${what}`, { cause: lastError })
    await wait(everyMs)
  }
}

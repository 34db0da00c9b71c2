import { startTicker } from '../schedule/ticker.ts'

interface Reactions {
  onOpen: () => void
  onNotice: () => void
  onLost: () => void
}

/** Reports changes until it is stopped. */
export type Listen = (reactions: Reactions) => { stop(): Promise<void> }

/** Returns the cached answer for a key, or makes and caches it. */
export type CacheLookup<Answer> = (key: string, make: () => Promise<Answer>) => Promise<Answer>

/** Without requests for this long, the cache stops listening: the database connection costs memory. */
const idleMs = 60_000

/**
 * Caches what was read from the database until the database reports a change of it. While no connection reports changes, nothing is
 * cached.
 */
export function createCacheUntilChange(listen: Listen) {
  const stores: Map<string, unknown>[] = []
  let isListening = false
  let subscription: ReturnType<Listen> | undefined
  let lastRequestAt = 0

  /** Also drops answers that are still being made: they may have read the old state. */
  const clear = () => {
    for (const store of stores) store.clear()
  }
  const setListening = (value: boolean) => {
    isListening = value
    clear()
  }
  const stop = async () => {
    const current = subscription
    subscription = undefined
    setListening(false)
    await current?.stop()
  }
  const idleCheck = startTicker(idleMs / 2, () => {
    if (subscription && Date.now() - lastRequestAt > idleMs) void stop()
  })

  return {
    clear,

    /** A store for answers of one kind. Concurrent requests for one key share one answer. */
    store<Answer>(maxEntries: number): CacheLookup<Answer> {
      const answers = new Map<string, Promise<Answer>>()
      stores.push(answers)
      return (key, make) => {
        lastRequestAt = Date.now()
        subscription ??= listen({ onOpen: () => setListening(true), onNotice: clear, onLost: () => setListening(false) })
        if (!isListening) return make()
        const cached = answers.get(key)
        if (cached) return cached
        const answer = make()
        if (answers.size >= maxEntries) answers.clear()
        answers.set(key, answer)
        const drop = () => {
          if (answers.get(key) === answer) answers.delete(key)
        }
        // A missing file is not cached: a rendition can be added without a change of its video.
        answer.then((value) => value === undefined && drop(), drop)
        return answer
      }
    },

    async stop(): Promise<void> {
      await idleCheck.stop()
      await stop()
    },
  }
}

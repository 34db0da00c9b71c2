import { startTicker } from '../platform/schedule/ticker.ts'

interface Reactions {
  onOpen: () => void
  onNotice: () => void
  onLost: () => void
}

/** Tells of changes to public videos until it is stopped. */
export type Listen = (reactions: Reactions) => { stop(): Promise<void> }

/** A quiet site listens to nothing: a connection costs memory. */
const quietMs = 60_000

/**
 * What is public is the same for all visitors, so answers about it are made once and kept until the database says that a public
 * video came, changed or went. While nobody can say so, because the connection is lost or not there yet, nothing is kept.
 */
export function createPublicCache(listen: Listen) {
  const stores: Map<string, unknown>[] = []
  let isListening = false
  let subscription: ReturnType<Listen> | undefined
  let lastAsked = 0

  /** An answer that is being made at this moment was asked for before the change and is not kept either. */
  const forget = () => {
    for (const store of stores) store.clear()
  }
  const setListening = (value: boolean) => {
    isListening = value
    forget()
  }
  const stop = async () => {
    const old = subscription
    subscription = undefined
    setListening(false)
    await old?.stop()
  }
  const watch = startTicker(quietMs / 2, () => {
    if (subscription && Date.now() - lastAsked > quietMs) void stop()
  })

  return {
    forget,

    /** A place for answers of one kind: gives the kept one, or makes it for everybody who asks meanwhile. */
    store<Answer>(most: number): Ask<Answer> {
      const kept = new Map<string, Promise<Answer>>()
      stores.push(kept)
      return (key, make) => {
        lastAsked = Date.now()
        subscription ??= listen({ onOpen: () => setListening(true), onNotice: forget, onLost: () => setListening(false) })
        if (!isListening) return make()
        const known = kept.get(key)
        if (known) return known
        const made = make()
        if (kept.size >= most) kept.clear()
        kept.set(key, made)
        const drop = () => {
          if (kept.get(key) === made) kept.delete(key)
        }
        // That there is nothing is not kept either: a rendition may come without a change of its video.
        made.then((answer) => answer === undefined && drop(), drop)
        return made
      }
    },

    async stop(): Promise<void> {
      await watch.stop()
      await stop()
    },
  }
}

export type Ask<Answer> = (key: string, make: () => Promise<Answer>) => Promise<Answer>

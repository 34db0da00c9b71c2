import type { Cache } from './cache.ts'

interface Entry {
  value: string
  count: number
  expiresAt: number
}

/** In-process, bounded: when it is full the entry that was written longest ago makes room. */
export function createMemoryCache({ maxEntries = 50_000, now = Date.now } = {}): Cache {
  const entries = new Map<string, Entry>()

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > now()) return entry
    entries.delete(key)
    return undefined
  }

  const write = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= maxEntries) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    get: async (key) => live(key)?.value,
    set: async (key, value, ttlSeconds) => write(key, { value, count: 0, expiresAt: now() + ttlSeconds * 1000 }),
    delete: async (key) => void entries.delete(key),
    async count(key, windowSeconds, by = 1) {
      const entry = live(key) ?? { value: '', count: 0, expiresAt: now() + windowSeconds * 1000 }
      entry.count += by
      if (by > 0) write(key, entry)
      return { count: entry.count, resetInSeconds: Math.max(1, Math.ceil((entry.expiresAt - now()) / 1000)) }
    },
    async uncount(key) {
      const entry = live(key)
      if (entry && entry.count > 0) entry.count -= 1
    },
    check: async () => {},
    close: async () => entries.clear(),
  }
}

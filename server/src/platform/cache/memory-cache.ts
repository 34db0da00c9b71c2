import type { Cache } from './cache.ts'
import { createMemoryCounters } from './memory-counters.ts'

interface Entry {
  value: string
  expiresAt: number
}

/** In-process and bounded: when it is full, the value that was written longest ago is dropped. Counters are bounded separately. */
export function createMemoryCache({ maxEntries = 50_000, maxCounters = 100_000, now = Date.now } = {}): Cache {
  const entries = new Map<string, Entry>()
  const counters = createMemoryCounters(maxCounters, now)

  return {
    async get(key) {
      const entry = entries.get(key)
      if (entry && entry.expiresAt > now()) return entry.value
      entries.delete(key)
      return undefined
    },
    async set(key, value, ttlSeconds) {
      entries.delete(key)
      entries.set(key, { value, expiresAt: now() + ttlSeconds * 1000 })
      if (entries.size <= maxEntries) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete: async (key) => void entries.delete(key),
    count: async (wanted, mode) => counters.count(wanted, mode),
    uncount: async (keys) => keys.forEach(counters.uncount),
    check: async () => {},
    async close() {
      entries.clear()
      counters.clear()
    },
  }
}

import type { Count, Counter, CountMode } from './cache.ts'

interface Entry {
  count: number
  most: number
  expiresAt: number
}

/** Expired counters are removed at most this often. */
const sweepMs = 10_000

/**
 * Entries grouped by how much of them is used. When there are too many, the least used are dropped first: junk that is counted once never
 * pushes out a counter that blocks somebody.
 */
class CounterLevels {
  private readonly little = new Map<string, Entry>()
  private readonly half = new Map<string, Entry>()
  private readonly usedUp = new Map<string, Entry>()
  private readonly levels = [this.little, this.half, this.usedUp]
  private readonly maxCounters: number
  private readonly now: () => number
  private sweptAt: number

  constructor(maxCounters: number, now: () => number) {
    this.maxCounters = maxCounters
    this.now = now
    this.sweptAt = now()
  }

  get size(): number {
    return this.little.size + this.half.size + this.usedUp.size
  }

  find(key: string): Entry | undefined {
    const level = this.levels.find((candidate) => candidate.has(key))
    const entry = level?.get(key)
    if (entry && entry.expiresAt > this.now()) return entry
    level?.delete(key)
    return undefined
  }

  set(key: string, entry: Entry): void {
    const { count, most } = entry
    this.remove(key)
    const level = count >= most ? this.usedUp : count * 2 >= most ? this.half : this.little
    level.set(key, entry)
    this.dropExcess()
  }

  remove(key: string): void {
    for (const level of this.levels) level.delete(key)
  }

  clear(): void {
    for (const level of this.levels) level.clear()
  }

  private dropExcess(): void {
    if (this.size <= this.maxCounters) return
    this.sweep()
    if (this.size <= this.maxCounters) return
    const level = this.levels.find(({ size }) => size > 0)
    const oldest = level?.keys().next()
    if (oldest && !oldest.done) level?.delete(oldest.value)
  }

  private sweep(): void {
    const now = this.now()
    if (now - this.sweptAt < sweepMs) return
    this.sweptAt = now
    for (const level of this.levels) for (const [key, { expiresAt }] of level) if (expiresAt <= now) level.delete(key)
  }
}

/** Bounded counters in this process. */
export function createMemoryCounters(maxCounters: number, now: () => number) {
  const entries = new CounterLevels(maxCounters, now)

  const add = ({ key, most, perSeconds }: Counter) => {
    const known = entries.find(key)
    entries.set(key, { count: (known?.count ?? 0) + 1, most, expiresAt: known?.expiresAt ?? now() + perSeconds * 1000 })
  }

  return {
    count(counters: readonly Counter[], mode: CountMode): Count[] {
      const before = counters.map(({ key, most, perSeconds }) => {
        const entry = entries.find(key)
        const leftMs = entry ? entry.expiresAt - now() : perSeconds * 1000
        return { count: entry?.count ?? 0, resetInSeconds: Math.max(1, Math.ceil(leftMs / 1000)), isUsedUp: (entry?.count ?? 0) >= most }
      })
      const isRefused = mode === 'look' || (mode === 'all-or-none' && before.some(({ isUsedUp }) => isUsedUp))
      if (!isRefused) counters.filter((_, index) => !before[index]?.isUsedUp).forEach(add)
      return before.map(({ count, resetInSeconds }) => ({ count, resetInSeconds }))
    },

    uncount(key: string): void {
      const entry = entries.find(key)
      if (!entry) return
      if (entry.count > 1) entries.set(key, { ...entry, count: entry.count - 1 })
      else entries.remove(key)
    },

    size: () => entries.size,
    clear: () => entries.clear(),
  }
}

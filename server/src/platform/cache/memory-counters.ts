import type { Count, Counter, CountMode } from './cache.ts'

interface Entry {
  count: number
  most: number
  expiresAt: number
}

/** Expired counters are removed at most this often. */
const sweepMs = 10_000

/**
 * Bounded counters in this process. They are grouped by how much of them is used, and when there are too many the least used are dropped
 * first: junk that is counted once never pushes out a counter that blocks somebody.
 */
export function createMemoryCounters(maxCounters: number, now: () => number) {
  const [little, half, usedUp] = [new Map<string, Entry>(), new Map<string, Entry>(), new Map<string, Entry>()]
  const levels = [little, half, usedUp]
  let sweptAt = now()

  const levelOf = ({ count, most }: Entry) => (count >= most ? usedUp : count * 2 >= most ? half : little)

  const find = (key: string): Entry | undefined => {
    const level = levels.find((candidate) => candidate.has(key))
    const entry = level?.get(key)
    if (entry && entry.expiresAt > now()) return entry
    level?.delete(key)
    return undefined
  }

  const remove = (key: string) => {
    for (const level of levels) level.delete(key)
  }

  const sweep = () => {
    if (now() - sweptAt < sweepMs) return
    sweptAt = now()
    for (const level of levels) for (const [key, { expiresAt }] of level) if (expiresAt <= sweptAt) level.delete(key)
  }

  const makeRoom = () => {
    if (little.size + half.size + usedUp.size <= maxCounters) return
    sweep()
    if (little.size + half.size + usedUp.size <= maxCounters) return
    const level = levels.find(({ size }) => size > 0)
    const oldest = level?.keys().next()
    if (oldest && !oldest.done) level?.delete(oldest.value)
  }

  const add = ({ key, most, perSeconds }: Counter) => {
    const known = find(key)
    const entry = { count: (known?.count ?? 0) + 1, most, expiresAt: known?.expiresAt ?? now() + perSeconds * 1000 }
    remove(key)
    levelOf(entry).set(key, entry)
    makeRoom()
  }

  return {
    count(counters: readonly Counter[], mode: CountMode): Count[] {
      const before = counters.map(({ key, most, perSeconds }) => {
        const entry = find(key)
        const leftMs = entry ? entry.expiresAt - now() : perSeconds * 1000
        return { count: entry?.count ?? 0, resetInSeconds: Math.max(1, Math.ceil(leftMs / 1000)), isUsedUp: (entry?.count ?? 0) >= most }
      })
      const isRefused = mode === 'look' || (mode === 'all-or-none' && before.some(({ isUsedUp }) => isUsedUp))
      if (!isRefused) counters.filter((_, index) => !before[index]?.isUsedUp).forEach(add)
      return before.map(({ count, resetInSeconds }) => ({ count, resetInSeconds }))
    },

    uncount(key: string): void {
      const entry = find(key)
      if (!entry) return
      remove(key)
      entry.count -= 1
      if (entry.count > 0) levelOf(entry).set(key, entry)
    },

    size: () => little.size + half.size + usedUp.size,
    clear: () => levels.forEach((level) => void level.clear()),
  }
}

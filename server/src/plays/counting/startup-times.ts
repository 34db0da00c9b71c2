/** The upper limits of the start-up times that are counted together, in seconds. The last counter has no limit. */
const limits = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10] as const

export const startupCounters = limits.length + 1

export function startupCounter(seconds: number): number {
  const found = limits.findIndex((limit) => seconds <= limit)
  return found < 0 ? limits.length : found
}

/** The median of the counted times, assuming that those of one counter are evenly spread; null when there are none. */
export function medianStartup(counters: readonly number[]): number | null {
  const total = counters.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, count] of counters.entries()) {
    if (below + count >= total / 2) {
      const from = limits[index - 1] ?? 0
      const to = limits[index] ?? from
      return from + (to - from) * ((total / 2 - below) / count)
    }
    below += count
  }
  return null
}

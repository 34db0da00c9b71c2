/** How much was encoded at a moment. */
export interface GrowthSample {
  /** Milliseconds. */
  at: number
  seconds: number
}

/** Older samples say little about the speed now. */
const windowMs = 60_000

/** Adds a sample and drops those that are too old. A shorter video means that encoding started over. */
export function addSample(samples: readonly GrowthSample[], next: GrowthSample): readonly GrowthSample[] {
  const last = samples.at(-1)
  if (last && next.seconds < last.seconds) return [next]
  if (last?.seconds === next.seconds) return samples
  return [...samples.filter(({ at }) => at >= next.at - windowMs), next]
}

/** Seconds that are encoded per second. Undefined without growth. */
export function speedOf(samples: readonly GrowthSample[], now: number): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  const grown = first && last ? last.seconds - first.seconds : 0
  return first && grown > 0 ? (grown * 1000) / (now - first.at) : undefined
}

/**
 * Seconds until the video is encoded up to a position, by its growth so far. The whole job takes longer than any position, so its own
 * estimate is an upper bound. Undefined if neither is known.
 */
export function secondsUntil(
  position: number,
  samples: readonly GrowthSample[],
  now: number,
  jobSeconds: number | null,
): number | undefined {
  const last = samples.at(-1)
  const speed = speedOf(samples, now)
  if (!last || speed === undefined) return jobSeconds ?? undefined
  const seconds = Math.max(position - last.seconds, 0) / speed
  return Math.max(1, Math.min(seconds, jobSeconds ?? seconds))
}

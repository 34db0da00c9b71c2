import { Failure } from '@video-forge/contract/errors'
import type { Cache, Count, Counter, CountMode } from './cache.ts'

/** `key` says what is limited and for whom, for instance `sign-in:address:203.0.113.7`. */
export type RateLimit = Counter

/** Counts one attempt against each limit. When one is used up it counts nothing and refuses, with the time to wait. */
export async function takeFrom(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  refuseUsedUp(await countAll(cache, limits, 'all-or-none'))
}

/**
 * Refuses when a limit is used up, without counting. For attempts of which only the failed ones count: check with this first, then call
 * `countFailure`.
 */
export async function refuseWhenUsedUp(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  refuseUsedUp(await countAll(cache, limits, 'look'))
}

export async function isUsedUp(cache: Cache, limits: readonly RateLimit[]): Promise<boolean> {
  return (await countAll(cache, limits, 'look')).some(isOver)
}

/** Counts one attempt and returns 0, or returns how many seconds the limit stays used up. */
export async function takeWithin(cache: Cache, limit: RateLimit): Promise<number> {
  const over = (await countAll(cache, [limit], 'all-or-none')).find(isOver)
  return over?.resetInSeconds ?? 0
}

export async function countFailure(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  await countAll(cache, limits, 'each')
}

/** Takes back an attempt that does not count, such as a sign-in that succeeded. */
export async function giveBack(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  await cache.uncount(limits.map(({ key }) => placeOf(key)))
}

interface Counted extends Count {
  limit: RateLimit
}

async function countAll(cache: Cache, limits: readonly RateLimit[], mode: CountMode): Promise<Counted[]> {
  const counts = await cache.count(
    limits.map((limit) => ({ ...limit, key: placeOf(limit.key) })),
    mode,
  )
  return limits.flatMap((limit, index) => {
    const counted = counts[index]
    return counted ? [{ limit, ...counted }] : []
  })
}

const placeOf = (key: string): string => `limit:${key}`

const isOver = ({ limit, count }: Counted): boolean => count >= limit.most

function refuseUsedUp(counted: readonly Counted[]): void {
  const over = counted.filter(isOver)
  if (over.length > 0) throw tooMany(Math.max(...over.map(({ resetInSeconds }) => resetInSeconds)))
}

export const tooMany = (retryAfter: number): Failure =>
  new Failure('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${inWords(retryAfter)}.`, { retryAfter })

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

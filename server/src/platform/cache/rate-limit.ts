import { Failure } from '@video-forge/contract/errors'
import type { Cache } from './cache.ts'

export interface RateLimit {
  /** What is limited and for whom, for instance `sign-in:address:203.0.113.7`. */
  key: string
  most: number
  perSeconds: number
}

/** Counts one try against each limit and refuses when one of them is used up, saying when to come back. */
export async function takeFrom(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  refuseOver(await countAll(cache, limits, 1), 0)
}

/**
 * Refuses when a limit is used up, without counting. For tries of which only the failed ones count: look first with
 * this, then `countFailure`.
 */
export async function refuseWhenUsedUp(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  refuseOver(await countAll(cache, limits, 0), 1)
}

export async function countFailure(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  await countAll(cache, limits, 1)
}

const countAll = (cache: Cache, limits: readonly RateLimit[], by: 0 | 1) =>
  Promise.all(limits.map(async (limit) => ({ limit, ...(await cache.count(`limit:${limit.key}`, limit.perSeconds, by)) })))

/** `wanted` more than were counted must still fit. */
function refuseOver(counted: Awaited<ReturnType<typeof countAll>>, wanted: 0 | 1): void {
  const over = counted.filter(({ limit, count }) => count + wanted > limit.most)
  if (over.length === 0) return
  const retryAfter = Math.max(...over.map(({ resetInSeconds }) => resetInSeconds))
  throw new Failure('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${inWords(retryAfter)}.`, { retryAfter })
}

/** Gives a try back that was not one of those the limits are for, such as a sign-in that succeeded. */
export async function giveBack(cache: Cache, limits: readonly RateLimit[]): Promise<void> {
  await Promise.all(limits.map((limit) => cache.uncount(`limit:${limit.key}`)))
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

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
  const taken = await Promise.all(limits.map(async (limit) => ({ limit, ...(await cache.count(`limit:${limit.key}`, limit.perSeconds)) })))
  const over = taken.filter(({ limit, count }) => count > limit.most)
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

import type { Cache } from '../platform/cache/cache.ts'
import { countFailure, type RateLimit, refuseWhenUsedUp } from '../platform/cache/rate-limit.ts'
import { isPassword } from './passwords.ts'

/** Only wrong passwords count: two hundred people behind one address may all sign in at once. */
export async function tryPassword(
  cache: Cache,
  password: string,
  stored: string | null | undefined,
  limits: RateLimit[],
): Promise<boolean> {
  const mayTry = () => refuseWhenUsedUp(cache, limits)
  await mayTry()
  const isRight = await isPassword(password, stored, mayTry)
  if (!isRight) await countFailure(cache, limits)
  return isRight
}

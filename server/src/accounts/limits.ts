import { limits } from '@video-forge/contract/limits'
import type { RateLimit } from '../platform/cache/rate-limit.ts'
import { identityKey } from './identity-key.ts'

/**
 * How often somebody may try. Each guessable thing is limited by the account it is about, by the address it comes from,
 * and (in codes.ts) by the challenge itself. The account's limit is tight per address and wide over all, so that guessing
 * stops early but a stranger can't easily lock somebody out. An address may be a whole company, so its limits are wide.
 */
const quarterHour = 15 * 60

export const signInLimits = (login: string, address: string): RateLimit[] => [
  { key: `sign-in:account:${identityKey(login)}:${address}`, most: 10, perSeconds: quarterHour },
  { key: `sign-in:account:${identityKey(login)}`, most: 50, perSeconds: quarterHour },
  { key: `sign-in:address:${address}`, most: 100, perSeconds: quarterHour },
]

export const codeLimits = (login: string, address: string): RateLimit[] => [
  { key: `code:account:${identityKey(login)}`, most: 20, perSeconds: quarterHour },
  { key: `code:address:${address}`, most: 200, perSeconds: quarterHour },
]

/** A sign-in code goes out only after the right password, so this bounds mail, not guessing. */
export const codeMailLimits = (userId: string): RateLimit[] => [{ key: `code-mail:account:${userId}`, most: 10, perSeconds: quarterHour }]

export const resendLimits = (login: string, address: string): RateLimit[] => [
  { key: `resend:wait:${identityKey(login)}`, most: 1, perSeconds: limits.resendWaitSeconds },
  { key: `resend:account:${identityKey(login)}`, most: 10, perSeconds: 60 * 60 },
  { key: `resend:address:${address}`, most: 100, perSeconds: 60 * 60 },
]

export const registerLimits = (address: string): RateLimit[] => [{ key: `register:address:${address}`, most: 300, perSeconds: 60 * 60 }]

export const refreshLimits = (address: string): RateLimit[] => [{ key: `refresh:address:${address}`, most: 600, perSeconds: 60 }]

export const passwordLimits = (userId: string): RateLimit[] => [{ key: `password:account:${userId}`, most: 10, perSeconds: quarterHour }]

import { limits } from '@video-forge/contract/limits'
import type { RateLimit } from '../platform/cache/rate-limit.ts'
import { identityKey } from './identity-key.ts'

/**
 * How often somebody may try. Each guessable thing is limited by the account it is about, by the address it comes from,
 * and (in codes.ts) by the challenge itself. The account's limit is tight per address and wide over all, so that guessing
 * stops early but a stranger can't easily lock somebody out. An address may be a whole company, so its limits are wide.
 */
const quarterHour = 15 * 60
const day = 24 * 60 * 60

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

/** Counts every request alike, whether the account exists or not. */
export const forgotLimits = (email: string, address: string): RateLimit[] => [
  { key: `forgot:account:${identityKey(email)}:${address}`, most: 10, perSeconds: quarterHour },
  { key: `forgot:address:${address}`, most: 100, perSeconds: quarterHour },
]

/**
 * Mails that strangers can cause. One network address alone can neither flood a mailbox nor use up what the owner needs; the sum
 * also bounds how many codes there are to guess in a day.
 */
export const resetMailLimits = (userId: string, address: string): RateLimit[] => [
  { key: `reset-mail:account:${userId}:${address}`, most: 10, perSeconds: day },
  { key: `reset-mail:account:${userId}`, most: 50, perSeconds: day },
]

/** Tries are limited by the codes themselves; a limit by account would let strangers lock its owner out. */
export const resetLimits = (address: string): RateLimit[] => [{ key: `reset:address:${address}`, most: 200, perSeconds: quarterHour }]

/** What admins send, apart from what anybody can ask for. */
export const sentResetLimits = (userId: string): RateLimit[] => [{ key: `sent-reset:account:${userId}`, most: 10, perSeconds: 60 * 60 }]

/** By the caller, and by the mailbox that somebody else may own. */
export const newAddressLimits = (userId: string, newEmail: string): RateLimit[] => [
  { key: `new-address:account:${userId}`, most: 10, perSeconds: 60 * 60 },
  { key: `new-address:mailbox:${identityKey(newEmail)}`, most: 10, perSeconds: day },
]

export const ownCodeLimits = (userId: string): RateLimit[] => [{ key: `own-code:account:${userId}`, most: 50, perSeconds: quarterHour }]

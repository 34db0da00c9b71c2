import { createHash } from 'node:crypto'
import { limits } from '@video-forge/contract/rules/limits'
import type { RateLimit } from '../../platform/cache/rate-limit.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import { identityKey } from '../identity-key.ts'
import type { Attempt } from './attempt.ts'

/**
 * Rate limits. Three rules keep one person from using up the tries of another:
 * - a browser that has signed in to the account before is counted only by itself;
 * - others are counted by account and client together, and by their networks;
 * - a limit of a whole account never refuses a password, it only slows unknown clients down (password-tries.ts).
 * An address may belong to a whole company, so its limits are high.
 */
const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

export const signInLimits = (attempt: Attempt): RateLimit[] => [
  { key: `sign-in:${pairOf(attempt)}`, most: 10, perSeconds: quarterHour },
  ...perNetwork('sign-in', attempt, 100, quarterHour),
]

/** Above this, tries from unknown browsers are delayed. */
export const slowAfter = ({ account, device }: Attempt): RateLimit[] =>
  device ? [] : [{ key: `sign-in:account:${account}`, most: 50, perSeconds: quarterHour }]

export const slowTryLimit = ({ account }: Attempt): RateLimit => ({ key: `sign-in:slow:${account}`, most: 1, perSeconds: 2 })

/** Passwords of videos are counted apart from sign-ins; `account` is the video. */
export const unlockLimits = (attempt: Attempt): RateLimit[] => [
  { key: `unlock:${pairOf(attempt)}`, most: 10, perSeconds: quarterHour },
  ...perNetwork('unlock', attempt, 100, quarterHour),
]

export const slowUnlockAfter = ({ account }: Attempt): RateLimit[] => [
  { key: `unlock:account:${account}`, most: 50, perSeconds: quarterHour },
]

/** Only somebody who knows the password can try sign-in codes, so this counts nobody else. */
export const signInCodeLimits = (attempt: Attempt): RateLimit[] => [
  attempt.device
    ? { key: `code:${pairOf(attempt)}`, most: 20, perSeconds: quarterHour }
    : { key: `code:account:${attempt.account}`, most: 20, perSeconds: quarterHour },
]

/** Counts all senders of codes, whether the code or the account exists or not. */
export const codeSenderLimits = (attempt: Attempt): RateLimit[] => perNetwork('code', attempt, 200, quarterHour)

/** A sign-in code is mailed only after the right password, so this limits mail, not guessing. */
export const codeMailLimits = (attempt: Attempt): RateLimit[] => [
  { key: `code-mail:${pairOf(attempt)}`, most: 10, perSeconds: quarterHour },
  ...(attempt.device ? [] : [{ key: `code-mail:account:${attempt.account}`, most: 20, perSeconds: quarterHour }]),
]

export const resendLimits = (attempt: Attempt): RateLimit[] => [
  { key: `resend:wait:${pairOf(attempt)}`, most: 1, perSeconds: limits.resendWaitSeconds },
  attempt.device
    ? { key: `resend:${pairOf(attempt)}`, most: 10, perSeconds: hour }
    : { key: `resend:account:${attempt.account}`, most: 9, perSeconds: hour },
  ...perNetwork('resend', attempt, 100, hour),
]

export const registerLimits = (address: string): RateLimit[] => perNetwork('register', clientOf(address), 300, hour)

/** By admin, and by mailbox, whose owner did not ask for it. */
export const invitationLimits = (adminId: string, email: string): RateLimit[] => [
  { key: `invite:account:${adminId}`, most: 200, perSeconds: hour },
  { key: `invite:mailbox:${mailboxOf(email)}`, most: 10, perSeconds: day },
]

export const refreshLimits = (address: string): RateLimit[] => perNetwork('refresh', clientOf(address), 600, 60)

/** An open session can be refreshed even if other traffic has used up the limit of its address. */
export const sessionRefreshLimits = (sessionId: string): RateLimit[] => [{ key: `refresh:session:${sessionId}`, most: 30, perSeconds: 60 }]

export const oauthLimits = (address: string): RateLimit[] => perNetwork('oauth', clientOf(address), 600, 60)

export const passwordLimits = (userId: string): RateLimit[] => [{ key: `password:account:${userId}`, most: 10, perSeconds: quarterHour }]

/** One client's tries of codes that were requested from another network. */
export const foreignTryLimit = (purpose: string, attempt: Attempt): RateLimit => ({
  key: `code-try:${purpose}:${pairOf(attempt)}`,
  most: limits.codeTries,
  perSeconds: limits.codeMinutes * 60,
})

/** Counts every request, whether the account exists or not. */
export const forgotLimits = (attempt: Attempt): RateLimit[] => [
  { key: `forgot:${pairOf(attempt)}`, most: 10, perSeconds: quarterHour },
  ...perNetwork('forgot', attempt, 100, quarterHour),
]

/**
 * Mails that anybody can cause. One client can neither flood a mailbox nor use up the owner's share; the total also limits how many
 * codes there are to guess in a day.
 */
export const resetMailLimits = (attempt: Attempt): RateLimit[] => [
  { key: `reset-mail:${pairOf(attempt)}`, most: 10, perSeconds: day },
  ...(attempt.device ? [] : [{ key: `reset-mail:account:${attempt.account}`, most: 50, perSeconds: day }]),
]

/** Reset mails sent by admins are counted separately. */
export const sentResetLimits = (userId: string): RateLimit[] => [{ key: `sent-reset:account:${userId}`, most: 10, perSeconds: hour }]

/** By caller, and by mailbox, which somebody else may own. */
export const newAddressLimits = (userId: string, newEmail: string): RateLimit[] => [
  { key: `new-address:account:${userId}`, most: 10, perSeconds: hour },
  { key: `new-address:mailbox:${mailboxOf(newEmail)}`, most: 10, perSeconds: day },
]

export const usernameLimits = (userId: string): RateLimit[] => [{ key: `username:account:${userId}`, most: 20, perSeconds: hour }]

export const ownCodeLimits = (userId: string): RateLimit[] => [{ key: `own-code:account:${userId}`, most: 50, perSeconds: quarterHour }]

const mailboxOf = (email: string): string => createHash('sha256').update(identityKey(email)).digest('base64url')

const pairOf = ({ account, device, networks: [client] }: Attempt): string =>
  device ? `device:${account}:${device}` : `client:${account}:${client.key}`

type Sender = Pick<Attempt, 'networks' | 'device'>

const clientOf = (address: string): Sender => ({ networks: clientNetworks(address), device: undefined })

const perNetwork = (what: string, { networks, device }: Sender, most: number, perSeconds: number): RateLimit[] =>
  device ? [] : networks.map(({ key, times }) => ({ key: `${what}:address:${key}`, most: most * times, perSeconds }))

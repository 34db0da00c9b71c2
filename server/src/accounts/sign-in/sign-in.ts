import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import { giveBack, takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { signInMail } from '../mails/mails.ts'
import { describeUser, findById, findByLogin, type UserRow } from '../users.ts'
import { type Attempt, attemptOn } from './attempt.ts'
import { deviceOf } from './device.ts'
import {
  codeMailLimits,
  codeSenderLimits,
  refreshLimits,
  sessionRefreshLimits,
  signInCodeLimits,
  signInLimits,
  slowAfter,
} from './limits.ts'
import { requirePassword } from './prove-identity.ts'

type SignInKeys =
  | 'POST /auth/login'
  | 'POST /auth/mfa/complete'
  | 'POST /auth/refresh'
  | 'POST /auth/logout'
  | 'GET /auth/profile'
  | 'PUT /auth/mfa'

/** Signing in with a password and, where asked for, a mailed code; staying signed in; signing out. */
export function signInHandlers(parts: AccountDeps): Handlers<SignInKeys> {
  const { config, db, cache, mail, tokens, sessions, codes, devices, tryPassword } = parts

  const needsCode = (user: UserRow) => config.mfaPolicy === 'required' || (config.mfaPolicy === 'optional' && user.mfa_enabled)

  const challenge = async (user: UserRow, attempt: Attempt, address: string): Promise<Failure> => {
    await takeFrom(cache, codeMailLimits(attempt))
    const { id, code } = await codes.issue(user.id, 'sign-in')
    const { email: to, username } = user
    await mail.send(signInMail({ to, username, code, publicUrl: config.publicUrl, address, at: new Date() })).catch((cause) => {
      throw new Failure('UNAVAILABLE', 'The code could not be mailed right now. Please try again in a moment.', { retryAfter: 30, cause })
    })
    const destination = masked(user.email)
    return new Failure('MFA_REQUIRED', `A verification code was sent to ${destination}.`, {
      extra: { challengeName: 'EMAIL_OTP', session: tokens.sealChallenge(id), destination },
    })
  }

  return {
    'POST /auth/login': async ({ body, facts }) => {
      const user = await findByLogin(db, body.username)
      const attempt = attemptOn(user, body.username, facts, devices)
      const isRight = await tryPassword({
        password: body.password,
        stored: user?.password_hash,
        attempt,
        refuseAfter: signInLimits(attempt),
        slowAfter: slowAfter(attempt),
      })
      if (!user || !isRight) throw new Failure('INVALID_CREDENTIALS', 'Incorrect username or password.')
      if (!user.confirmed_at) throw new Failure('USER_NOT_CONFIRMED', sentences.verifyEmailFirst)
      if (user.disabled_at) throw new Failure('USER_DISABLED', sentences.accountDisabled)
      if (needsCode(user)) throw await challenge(user, attempt, facts.address)
      const result = await sessions.open(user, deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { result }
    },

    'POST /auth/mfa/complete': async ({ body, facts }) => {
      const id = tokens.openChallenge(body.session)
      const user = id && (await findByLogin(db, body.username))
      const attempt = attemptOn(user || undefined, body.username, facts, devices)
      // Without a challenge that we gave out for this very account, a try counts only against whoever sends it.
      const isProven = user && (await codes.isIssued({ userId: user.id, purpose: 'sign-in', id }))
      const limits = [...codeSenderLimits(attempt), ...(isProven ? signInCodeLimits(attempt) : [])]
      await takeFrom(cache, limits)
      const isRight = isProven && (await codes.redeem({ userId: user.id, purpose: 'sign-in', id, code: body.otpCode }))
      if (!isRight)
        throw new Failure('INVALID_CREDENTIALS', 'That code is wrong or no longer valid. After five tries, sign in again for a new one.')
      await giveBack(cache, limits)
      const result = await sessions.open(user, deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { result }
    },

    'POST /auth/refresh': async ({ body, facts }) => {
      await takeFrom(cache, refreshLimits(facts.address)).catch(async (refusal) => {
        const sessionId = await sessions.idOf(body.refreshToken)
        if (!sessionId) throw refusal
        await takeFrom(cache, sessionRefreshLimits(sessionId))
      })
      return { result: await sessions.refresh(body.refreshToken) }
    },

    'POST /auth/logout': async ({ caller }) => {
      await sessions.end(caller.sessionId)
      return { message: 'You are signed out.' }
    },

    'GET /auth/profile': async ({ caller }) => {
      const user = await findById(db, caller.userId)
      if (!user) throw new Failure('NOT_SIGNED_IN', 'Please sign in to continue.')
      return { user: describeUser(user) }
    },

    'PUT /auth/mfa': async ({ body, caller, facts }) => {
      const user = await findById(db, caller.userId)
      if (!user?.password_hash) throw new Failure('CONFLICT', 'Your account has no password; Google protects your sign-in.')
      await requirePassword(parts, user, facts, body.password, 'password')
      if (config.mfaPolicy === 'required' && !body.enabled)
        throw new Failure('CONFLICT', 'This site asks everybody for an e-mail code at sign-in.')
      if (config.mfaPolicy === 'off' && body.enabled)
        throw new Failure('CONFLICT', 'E-mail codes at sign-in are switched off on this site.')
      await db.updateTable('users').set({ mfa_enabled: body.enabled }).where('id', '=', caller.userId).execute()
      return { enabled: body.enabled }
    },
  }
}

/** Enough of an address to know which one it is, and no more. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***${host.includes('.') ? host.slice(host.lastIndexOf('.')) : ''}`
}

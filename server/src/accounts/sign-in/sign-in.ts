import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import { giveBack, takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { codeNotSent } from '../mails/code-not-sent.ts'
import { signInMail } from '../mails/mails.ts'
import { findByLogin, type UserRow } from '../users.ts'
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

type SignInKeys = 'POST /auth/login' | 'POST /auth/mfa/complete' | 'POST /auth/refresh' | 'POST /auth/logout'

/** Sign-in with a password and, where required, a mailed code; refresh; sign-out. */
export function signInHandlers(parts: AccountDeps): Handlers<SignInKeys> {
  const { config, db, cache, tokens, sessions, codes, devices, tryPassword } = parts

  const needsCode = (user: UserRow) => config.mfaPolicy === 'required' || (config.mfaPolicy === 'optional' && user.mfa_enabled)

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
      if (needsCode(user)) throw await challengeFor(parts, user, attempt, facts.address)
      const result = await sessions.open(user, deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { result }
    },

    'POST /auth/mfa/complete': async ({ body, facts }) => {
      const id = tokens.openChallenge(body.session)
      const user = id && (await findByLogin(db, body.username))
      const attempt = attemptOn(user || undefined, body.username, facts, devices)
      // Without a valid challenge for this account, a try counts only against its sender.
      const hasChallenge = user && (await codes.isIssued({ userId: user.id, purpose: 'sign-in', id }))
      const limits = [...codeSenderLimits(attempt), ...(hasChallenge ? signInCodeLimits(attempt) : [])]
      await takeFrom(cache, limits)
      const isRight = hasChallenge && (await codes.redeem({ userId: user.id, purpose: 'sign-in', id, code: body.otpCode }))
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
  }
}

/** Mails a sign-in code, and returns the refusal that requires it. */
async function challengeFor(
  { config, cache, mail, tokens, codes }: AccountDeps,
  user: UserRow,
  attempt: Attempt,
  address: string,
): Promise<Failure> {
  await takeFrom(cache, codeMailLimits(attempt))
  const { id, code } = await codes.issue(user.id, 'sign-in')
  const { email: to, username } = user
  await mail.send(signInMail({ to, username, code, publicUrl: config.publicUrl, address, at: new Date() })).catch((cause) => {
    throw codeNotSent(cause)
  })
  const destination = masked(user.email)
  return new Failure('MFA_REQUIRED', `A verification code was sent to ${destination}.`, {
    extra: { challengeName: 'EMAIL_OTP', session: tokens.sealChallenge(id), destination },
  })
}

/** The beginning of an address, enough for its owner to recognize it. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***${host.includes('.') ? host.slice(host.lastIndexOf('.')) : ''}`
}

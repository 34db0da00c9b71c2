import type { Handlers } from '../http/handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { administrationHandlers } from './administration.ts'
import { createAfterAnswer } from './after-answer.ts'
import { changeEmailHandlers } from './change-email.ts'
import { changePasswordHandlers } from './change-password.ts'
import { createCodes } from './codes.ts'
import { createKnownDevices } from './known-devices.ts'
import { oauthHandlers } from './oauth.ts'
import { ownAccountHandlers } from './own-account.ts'
import { passwordResetHandlers } from './password-reset.ts'
import { createPasswordTries } from './password-tries.ts'
import { registrationHandlers } from './registration.ts'
import { sessionHandlers } from './session-handlers.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { signInHandlers } from './sign-in.ts'
import { createTokens } from './tokens.ts'

type AccountKeys = keyof ReturnType<typeof allHandlers>

export interface Accounts {
  handlers: Handlers<AccountKeys>
  authenticate: Sessions['authenticate']
  sweep: Sessions['sweep']
  /** Finishes the mails that are still to be sent. */
  settle(): Promise<void>
}

type Made = 'tokens' | 'sessions' | 'codes' | 'afterAnswer' | 'devices' | 'tryPassword'

export function createAccounts(parts: Omit<AccountParts, Made>, secret: string): Accounts {
  const tokens = createTokens(secret)
  const sessions = createSessions(parts.db, tokens)
  const codes = createCodes(parts.db, tokens, parts.cache)
  const afterAnswer = createAfterAnswer(parts.log)
  const devices = createKnownDevices(secret)
  const tryPassword = createPasswordTries(parts.cache)
  return {
    handlers: allHandlers({ ...parts, tokens, sessions, codes, afterAnswer, devices, tryPassword }, secret),
    authenticate: sessions.authenticate,
    sweep: sessions.sweep,
    settle: afterAnswer.settle,
  }
}

const allHandlers = (parts: AccountParts, secret: string) => ({
  ...signInHandlers(parts),
  ...registrationHandlers(parts),
  ...oauthHandlers(parts, secret),
  ...administrationHandlers(parts),
  ...passwordResetHandlers(parts),
  ...changePasswordHandlers(parts),
  ...changeEmailHandlers(parts),
  ...sessionHandlers(parts),
  ...ownAccountHandlers(parts),
})

import type { Authenticate, Handlers } from '../http/api/handlers.ts'
import type { Listen } from '../platform/cache/cache-until-change.ts'
import type { AccountDeps } from './account-deps.ts'
import { administrationHandlers } from './administration.ts'
import { createAfterAnswer } from './after-answer.ts'
import { invitationHandlers } from './invitations/invitation-handlers.ts'
import { createKeyAuthentication } from './keys/api-keys.ts'
import { keyAdminHandlers } from './keys/key-admin.ts'
import { keyHandlers } from './keys/key-handlers.ts'
import { oauthHandlers } from './oauth/oauth.ts'
import { registrationHandlers } from './registration.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { createSessions } from './sessions/sessions.ts'
import { createTokens } from './sessions/tokens.ts'
import { changeEmailHandlers } from './settings/change-email.ts'
import { changePasswordHandlers } from './settings/change-password.ts'
import { chooseUsernameHandlers } from './settings/choose-username.ts'
import { emailCodeHandlers } from './settings/email-code.ts'
import { ownAccountHandlers } from './settings/own-account.ts'
import { passwordResetHandlers } from './settings/password-reset.ts'
import { createCodes } from './sign-in/codes.ts'
import { createKnownDevices } from './sign-in/known-devices.ts'
import { createPasswordTries } from './sign-in/password-tries.ts'
import { signInHandlers } from './sign-in/sign-in.ts'
import { createVideoPasswords } from './sign-in/video-passwords.ts'
import { signingKeyHandlers } from './signing-keys/signing-key-handlers.ts'

type AccountKeys = keyof ReturnType<typeof allHandlers>

export interface Accounts {
  handlers: Handlers<AccountKeys>
  authenticate: Authenticate
  videoPasswords: ReturnType<typeof createVideoPasswords>
  /** Sends the mails that are still waiting. */
  settle(): Promise<void>
  stop(): Promise<void>
}

type OwnDeps = 'keys' | 'tokens' | 'sessions' | 'codes' | 'afterAnswer' | 'devices' | 'tryPassword'

export function createAccounts(parts: Omit<AccountDeps, OwnDeps> & { listenToKeys: Listen }, secret: string): Accounts {
  const tokens = createTokens(secret)
  const sessions = createSessions(parts.db, tokens)
  const keys = createKeyAuthentication({ ...parts, listen: parts.listenToKeys })
  const codes = createCodes(parts.db, tokens, parts.cache)
  const afterAnswer = createAfterAnswer(parts.log)
  const devices = createKnownDevices(secret)
  const tryPassword = createPasswordTries(parts.cache)
  return {
    handlers: allHandlers({ ...parts, keys, tokens, sessions, codes, afterAnswer, devices, tryPassword }, secret),
    authenticate: (authorization, client) =>
      keys.isKey(authorization) ? keys.authenticate(authorization, client) : sessions.authenticate(authorization),
    videoPasswords: createVideoPasswords(tryPassword),
    settle: afterAnswer.settle,
    stop: keys.stop,
  }
}

const allHandlers = (parts: AccountDeps, secret: string) => ({
  ...signInHandlers(parts),
  ...registrationHandlers(parts),
  ...oauthHandlers(parts, secret),
  ...invitationHandlers(parts),
  ...administrationHandlers(parts),
  ...passwordResetHandlers(parts),
  ...changePasswordHandlers(parts),
  ...changeEmailHandlers(parts),
  ...chooseUsernameHandlers(parts),
  ...emailCodeHandlers(parts),
  ...sessionHandlers(parts),
  ...keyHandlers(parts),
  ...keyAdminHandlers(parts),
  ...signingKeyHandlers(parts, secret),
  ...ownAccountHandlers(parts),
})

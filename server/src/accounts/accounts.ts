import type { Handlers } from '../http/handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { administrationHandlers } from './administration.ts'
import { createCodes } from './codes.ts'
import { createKnownDevices } from './known-devices.ts'
import { oauthHandlers } from './oauth.ts'
import { registrationHandlers } from './registration.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { signInHandlers } from './sign-in.ts'
import { createTokens } from './tokens.ts'

type AccountKeys = keyof ReturnType<typeof allHandlers>

export interface Accounts {
  handlers: Handlers<AccountKeys>
  authenticate: Sessions['authenticate']
  sweep: Sessions['sweep']
}

export function createAccounts(parts: Omit<AccountParts, 'tokens' | 'sessions' | 'codes' | 'devices'>, secret: string): Accounts {
  const tokens = createTokens(secret)
  const sessions = createSessions(parts.db, tokens)
  const codes = createCodes(parts.db, tokens, parts.cache)
  return {
    handlers: allHandlers({ ...parts, tokens, sessions, codes, devices: createKnownDevices(secret) }, secret),
    authenticate: sessions.authenticate,
    sweep: sessions.sweep,
  }
}

const allHandlers = (parts: AccountParts, secret: string) => ({
  ...signInHandlers(parts),
  ...registrationHandlers(parts),
  ...oauthHandlers(parts, secret),
  ...administrationHandlers(parts),
})

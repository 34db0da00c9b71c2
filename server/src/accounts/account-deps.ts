import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Cache } from '../platform/cache/cache.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { KeyAuthentication } from './keys/api-keys.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { Codes } from './sign-in/codes.ts'
import type { KnownDevices } from './sign-in/known-devices.ts'
import type { PasswordTries } from './sign-in/password-tries.ts'

export interface AccountDeps {
  config: Pick<Config, 'publicUrl' | 'mfaPolicy' | 'google' | 'oidc' | 'registration'>
  db: Db
  cache: Cache
  mail: Mail
  tokens: Tokens
  keys: Pick<KeyAuthentication, 'forget'>
  sessions: Sessions
  codes: Codes
  afterAnswer: AfterAnswer
  devices: KnownDevices
  tryPassword: PasswordTries
  log: Logger
  /** Writes the audit entry of an action in the transaction of the action. */
  audit: (transaction: Transaction<Tables>, action: AuditedAction) => Promise<void>
}

interface AuditedAction {
  actorId: string
  action: string
  target: string
  details?: Record<string, unknown>
}

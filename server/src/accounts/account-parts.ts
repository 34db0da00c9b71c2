import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Cache } from '../platform/cache/cache.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { Codes } from './codes.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordTries } from './password-tries.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

/** What the ways in have to work with. */
export interface AccountParts {
  config: Pick<Config, 'publicUrl' | 'mfaPolicy' | 'google'>
  db: Db
  cache: Cache
  mail: Mail
  tokens: Tokens
  sessions: Sessions
  codes: Codes
  afterAnswer: AfterAnswer
  devices: KnownDevices
  tryPassword: PasswordTries
  log: Logger
  /** Writes an admin's act down in the transaction it is done in. */
  audit: (transaction: Transaction<Tables>, act: AuditedAct) => Promise<void>
}

interface AuditedAct {
  actorId: string
  action: string
  target: string
  details?: Record<string, unknown>
}

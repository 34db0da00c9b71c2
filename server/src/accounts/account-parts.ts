import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Cache } from '../platform/cache/cache.ts'
import type { Db } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Codes } from './codes.ts'
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
  log: Logger
}

import type { Group } from '@video-forge/contract/access'
import type { JobStatus } from '@video-forge/contract/job-lifecycle'
import type { ColumnType, Generated } from 'kysely'

/** The tables as the migrations make them; a test compares this list with the database. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  codes: CodesTable
  jobs: JobsTable
}

type Moment = ColumnType<Date, Date, Date>
type MadeAt = ColumnType<Date, Date | undefined, never>

interface UsersTable {
  id: string
  username: string
  /** The name as it counts for uniqueness; see accounts/identity-key. */
  username_key: string
  email: string
  email_key: string
  /** Null for somebody who only ever signs in with Google. */
  password_hash: string | null
  google_subject: string | null
  groups: Group[]
  confirmed_at: Moment | null
  mfa_enabled: Generated<boolean>
  created_at: MadeAt
  last_sign_in_at: Moment | null
}

/** One row per sign-in: the family of refresh tokens that grew from it. */
interface SessionsTable {
  id: string
  user_id: string
  created_at: MadeAt
  expires_at: Moment
  ended_at: Moment | null
}

interface RefreshTokensTable {
  hash: Buffer
  session_id: string
  created_at: MadeAt
  used_at: Moment | null
}

interface CodesTable {
  id: string
  user_id: string
  purpose: 'confirm-email' | 'sign-in'
  hash: Buffer
  tries: Generated<number>
  created_at: MadeAt
  expires_at: Moment
  used_at: Moment | null
}

interface JobsTable {
  id: string
  user_id: string
  input_source: string
  output_formats: string[]
  status: JobStatus
  progress: Generated<number>
  error_text: string | null
  /** When the queue last took this row's id; null until then. The row, not the queue, is the truth. */
  queued_at: Moment | null
  created_at: MadeAt
  updated_at: ColumnType<Date, Date | undefined, Date>
}

import type { Group, Scope } from '@video-forge/contract/rules/access'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

export interface UsersTable {
  id: string
  username: string
  /** The normalized name, which is unique; see accounts/identity-key. */
  username_key: string
  email: string
  email_key: string
  /** Null for a person who only signs in with a provider. */
  password_hash: string | null
  /** The first identity of the account at a provider, Google or not; `identities` has all. */
  google_subject: string | null
  /** False while the username is made of an e-mail address, which is nobody else's business. */
  chose_username: Generated<boolean>
  groups: Group[]
  confirmed_at: Moment | null
  mfa_enabled: Generated<boolean>
  created_at: MadeAt
  last_sign_in_at: Moment | null
  /** The most bytes, and the most jobs at once; null is no limit. */
  quota_bytes: ColumnType<string | null, number | null | undefined, number | null>
  quota_jobs: number | null
  /** Since when the account is disabled. */
  disabled_at: Moment | null
  /** A provider made this person an admin, and may take it back. */
  is_provider_admin: Generated<boolean>
  /** Whether what this person watches is stored in `watch_history`. */
  keeps_history: Generated<boolean>
}

/** Who an account is at providers. */
export interface IdentitiesTable {
  /** The provider's issuer, a space, and its name for the person. */
  subject: string
  user_id: string
  created_at: MadeAt
}

/** Invitations that were not used yet. The token of the link itself is never stored. */
export interface InvitationsTable {
  id: string
  email: string
  email_key: string
  hash: Buffer
  invited_by: string | null
  created_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Moment
}

/** One row per sign-in, with its family of refresh tokens. */
export interface SessionsTable {
  id: string
  user_id: string
  created_at: MadeAt
  expires_at: Moment
  ended_at: Moment | null
  /** The browser and system of the sign-in, for people; see accounts/device. */
  device: string | null
  /** When it was last renewed; null before the first time. */
  last_used_at: Moment | null
}

export interface RefreshTokensTable {
  hash: Buffer
  session_id: string
  created_at: MadeAt
  used_at: Moment | null
}

export interface CodesTable {
  id: string
  user_id: string
  purpose: 'confirm-email' | 'sign-in' | 'reset-password' | 'change-email'
  hash: Buffer
  tries: Generated<number>
  /** The new address, to which a change-email code was sent. */
  email: string | null
  /** A keyed hash of the requester's network address, where anybody may request a code. */
  requester: Buffer | null
  /** Attempts from network addresses other than the requester's. */
  foreign_tries: Generated<number>
  created_at: MadeAt
  expires_at: Moment
  used_at: Moment | null
}

/** The secret itself is never stored. */
export interface ApiKeysTable {
  id: string
  user_id: string
  name: string
  scopes: Scope[]
  /** The first characters of the secret. */
  prefix: string
  hash: Buffer
  created_at: MadeAt
  expires_at: Moment | null
  last_used_at: Moment | null
  last_used_address: string | null
  /** The program of the last use, for people; see accounts/device. */
  last_used_by: string | null
}

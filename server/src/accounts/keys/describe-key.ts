import type { Key } from '@video-forge/contract/accounts/keys'
import type { Selectable } from 'kysely'
import type { ApiKeysTable } from '../../platform/database/tables/account-tables.ts'

export const keyColumns = [
  'api_keys.id',
  'name',
  'scopes',
  'prefix',
  'api_keys.created_at',
  'expires_at',
  'last_used_at',
  'last_used_address',
  'last_used_by',
] as const

type KeyRow = Omit<Selectable<ApiKeysTable>, 'hash' | 'user_id'>

export const describeKey = (row: KeyRow): Key => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  prefix: row.prefix,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  isExpired: row.expires_at !== null && row.expires_at.getTime() <= Date.now(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
  lastUsedBy: row.last_used_by,
})

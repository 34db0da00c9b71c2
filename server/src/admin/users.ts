import type { Group } from '@video-forge/contract/access'
import type { AdminUser } from '@video-forge/contract/admin'
import type { UserSort } from '@video-forge/contract/admin-rules'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { patternFor } from './text-search.ts'

interface UserView {
  id: string
  username: string
  email: string
  groups: Group[]
  confirmed_at: Date | null
  mfa_enabled: boolean
  disabled_at: Date | null
  quota_bytes: string | null
  quota_jobs: number | null
  created_at: Date
  last_sign_in_at: Date | null
  videos: string
  files: string
  bytes: string
  active_jobs: string
}

const orders: Record<UserSort, RawBuilder<unknown>> = {
  newest: sql`users.created_at desc, users.id desc`,
  name: sql`users.username_key, users.id`,
  videos: sql`coalesce(videos.count, 0) desc, users.id`,
  bytes: sql`coalesce(owned.bytes, 0) desc, users.id`,
  'last-sign-in': sql`users.last_sign_in_at desc nulls last, users.id`,
}

/** Users with what belongs to each, added up by the database. */
const selectUsers = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number, offset: number) => sql<UserView>`
  select page.*,
    (select count(*) from jobs where jobs.user_id = page.id
      and jobs.status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING')) as active_jobs
  from (
    select users.id, username, email, groups, confirmed_at, mfa_enabled, disabled_at, quota_bytes, quota_jobs, created_at, last_sign_in_at,
      coalesce(videos.count, 0) as videos, coalesce(owned.count, 0) as files, coalesce(owned.bytes, 0) as bytes
    from users
    left join (select name, sum(count) as count from tallies where kind = 'videos' group by name) videos on videos.name = users.id::text
    left join (select name, sum(count) as count, sum(bytes) as bytes from tallies where kind = 'owner' group by name) owned
      on owned.name = users.id::text
    where ${where} order by ${order} limit ${limit} offset ${offset}
  ) page`

interface UserQuestion {
  search?: string | undefined
  sort: UserSort
  limit: number
  page: number
}

export async function listUsers(db: Db, { search, sort, limit, page }: UserQuestion): Promise<{ result: AdminUser[]; total: number }> {
  const pattern = search ? patternFor(search) : undefined
  const where = pattern === undefined ? sql`true` : sql`(users.username ilike ${pattern} or users.email ilike ${pattern})`
  const [{ rows }, counted] = await Promise.all([
    selectUsers(where, orders[sort], limit, (page - 1) * limit).execute(db),
    sql<{ total: string }>`select count(*) as total from users where ${where}`.execute(db),
  ])
  return { result: rows.map(describe), total: Number(counted.rows[0]?.total ?? 0) }
}

export async function findUser(connection: Db | Transaction<Tables>, id: string): Promise<AdminUser | undefined> {
  const { rows } = await selectUsers(sql`users.id = ${id}`, orders.newest, 1, 0).execute(connection)
  return rows[0] && describe(rows[0])
}

function describe(row: UserView): AdminUser {
  const role = row.groups.includes('admin') ? 'admin' : 'user'
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role,
    group: role,
    groups: row.groups,
    status: row.confirmed_at ? 'CONFIRMED' : 'UNCONFIRMED',
    mfaEnabled: row.mfa_enabled,
    disabled: row.disabled_at !== null,
    videos: Number(row.videos),
    files: Number(row.files),
    bytes: Number(row.bytes),
    activeJobs: Number(row.active_jobs),
    quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
    quotaJobs: row.quota_jobs,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

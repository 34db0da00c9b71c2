import type { User } from '@video-forge/contract/accounts/accounts'
import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import type { Group } from '@video-forge/contract/rules/access'
import type { UserSort } from '@video-forge/contract/rules/admin-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { activeList } from '../../platform/database/status-sql.ts'

interface KnownUser {
  id: string
  username: string
  email: string
  groups: Group[]
  confirmed_at: Date | null
  mfa_enabled: boolean
}

export type DescribeUser = (row: KnownUser) => User

interface UserView extends KnownUser {
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

/** One counter of a user, read by index: a page of users costs a page of lookups. */
const counterOf = (kind: 'owner' | 'videos', user: RawBuilder<unknown>) => sql`
  (select coalesce(sum(count), 0) as count, coalesce(sum(bytes), 0) as bytes from tallies
    where kind = ${sql.lit(kind)} and name = ${user}::text)`

/** Only a sort by a counter needs the sums of all users. */
const sumsOf = (kind: 'owner' | 'videos') => sql`
  left join (select name, sum(count) as count, sum(bytes) as bytes from tallies where kind = ${sql.lit(kind)} group by name) sums
    on sums.name = users.id::text`

const orders: Record<UserSort, { joins: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  newest: { joins: sql``, order: sql`users.created_at desc, users.id desc` },
  name: { joins: sql``, order: sql`users.username_key, users.id` },
  videos: { joins: sumsOf('videos'), order: sql`coalesce(sums.count, 0) desc, users.id` },
  bytes: { joins: sumsOf('owner'), order: sql`coalesce(sums.bytes, 0) desc, users.id` },
  'last-sign-in': { joins: sql``, order: sql`users.last_sign_in_at desc nulls last, users.id` },
}

/** Users with their counters. */
const selectUsers = (where: RawBuilder<unknown>, sort: UserSort, limit: number, offset: number) => sql<UserView>`
  select page.*, videos.count as videos, owned.count as files, owned.bytes as bytes,
    (select count(*) from jobs where jobs.user_id = page.id
      and jobs.status in ${activeList}) as active_jobs
  from (
    select users.id, username, email, groups, confirmed_at, mfa_enabled, disabled_at, quota_bytes, quota_jobs, created_at,
      last_sign_in_at, row_number() over (order by ${orders[sort].order}) as place
    from users ${orders[sort].joins} where ${where} order by place limit ${limit} offset ${offset}
  ) page
  cross join lateral ${counterOf('videos', sql`page.id`)} videos
  cross join lateral ${counterOf('owner', sql`page.id`)} owned
  order by page.place`

interface UserQuery {
  search?: string | undefined
  sort: UserSort
  limit: number
  page: number
}

export function createUserReads(db: Db, describeUser: DescribeUser) {
  const describe = (row: UserView): AdminUser => ({
    ...describeUser(row),
    disabled: row.disabled_at !== null,
    videos: Number(row.videos),
    files: Number(row.files),
    bytes: Number(row.bytes),
    activeJobs: Number(row.active_jobs),
    quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
    quotaJobs: row.quota_jobs,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  })

  return {
    async list({ search, sort, limit, page }: UserQuery): Promise<{ result: AdminUser[]; total: number }> {
      const pattern = search ? likePattern(search) : undefined
      const where = pattern === undefined ? sql`true` : sql`(users.username ilike ${pattern} or users.email ilike ${pattern})`
      const [{ rows }, counted] = await Promise.all([
        selectUsers(where, sort, limit, (page - 1) * limit).execute(db),
        sql<{ total: string }>`select count(*) as total from users where ${where}`.execute(db),
      ])
      return { result: rows.map(describe), total: Number(counted.rows[0]?.total ?? 0) }
    },

    async find(id: string): Promise<AdminUser | undefined> {
      const { rows } = await selectUsers(sql`users.id = ${id}`, 'newest', 1, 0).execute(db)
      return rows[0] && describe(rows[0])
    },
  }
}

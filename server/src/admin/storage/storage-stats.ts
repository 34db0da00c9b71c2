import type { StorageStats } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readCounters } from '../system/counters.ts'
import type { Inventory } from './inventory.ts'
import { sumTrash } from './list-trash.ts'

const maxUsers = 20

interface StatsDeps {
  db: Db
  readInventory: () => Promise<Inventory>
  bucketName: string
  disk: () => Promise<{ free: number; total: number } | null>
}

/** The use of storage: files as counted in the storage, and assets as counted in the database. */
export async function readStorageStats({ db, readInventory, bucketName, disk }: StatsDeps): Promise<StorageStats> {
  const [inventory, diskSpace, { kinds, byUser, recent, trash }] = await Promise.all([readInventory(), disk(), readFigures(db)])
  const { files, bytes, prefixes, at } = inventory
  return {
    bucket: {
      totalSize: round(bytes / 1024 ** 3),
      totalSizeMB: round(bytes / 1024 ** 2),
      totalFiles: files,
      totalBytes: bytes,
      bucketName,
    },
    assets: {
      total: kinds.reduce((sum, { count }) => sum + count, 0),
      recent,
      bytes: kinds.reduce((sum, each) => sum + each.bytes, 0),
    },
    lastUpdated: at.toISOString(),
    byPrefix: prefixes,
    byKind: kinds
      .filter(({ count }) => count > 0)
      .map(({ name, count, bytes: size }) => ({ kind: name, files: count, bytes: size }))
      .sort((a, b) => b.bytes - a.bytes),
    byUser,
    trash,
    disk: diskSpace,
  }
}

/** In sequence: each query takes a few milliseconds, less than a connection of its own would cost. */
async function readFigures(db: Db) {
  const kinds = await readCounters(db, 'kind')
  const byUser = await largestUsers(db, maxUsers)
  return { kinds, byUser, recent: await countRecentAssets(db), trash: await sumTrash(db) }
}

/** Two decimals, but a small size must not become 0. */
const round = (value: number): number => (value >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(3)))

export async function largestUsers(db: Db, limit: number): Promise<StorageStats['byUser']> {
  const { rows } = await sql<{ id: string; username: string; email: string; files: string; bytes: string }>`
    select users.id, username, email, owned.files, owned.bytes
    from (
      select name, sum(count) as files, sum(bytes) as bytes from tallies where kind = 'owner'
      group by name having sum(count) > 0 order by sum(bytes) desc, name limit ${limit}
    ) owned
    join users on users.id = owned.name::uuid
    order by owned.bytes desc, username`.execute(db)
  return rows.map(({ id, username, email, files, bytes }) => ({ userId: id, username, email, files: Number(files), bytes: Number(bytes) }))
}

/** Whole days come from the counters, the rest of the first day from the assets: exact, and fast with a million of them. */
async function countRecentAssets(db: Db): Promise<number> {
  const { rows } = await sql<{ recent: string }>`
    with start as (select now() - make_interval(days => ${limits.recentAssetDays}) as at)
    select
      (select coalesce(sum(count), 0) from tallies, start where kind = 'day' and name > utc_day(start.at)) +
      (select count(*) from assets, start where created_at >= start.at
        and created_at < (date_trunc('day', start.at at time zone 'UTC') + interval '1 day') at time zone 'UTC') as recent
  `.execute(db)
  return Number(rows[0]?.recent ?? 0)
}

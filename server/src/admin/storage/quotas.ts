import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import { activeList } from '../../platform/database/status-sql.ts'
import type { Tables } from '../../platform/database/tables.ts'

interface Usage {
  quotaBytes: number | null
  quotaJobs: number | null
  /** What is kept, and what open uploads have announced. */
  bytes: number
  hasOpenUploads: boolean
  activeJobs: number
}

async function usageOf(transaction: Transaction<Tables>, userId: string, exceptUpload: string | null = null): Promise<Usage | undefined> {
  const { rows } = await sql<{ quota_bytes: string | null; quota_jobs: number | null; bytes: string; announced: string; active: string }>`
    select quota_bytes, quota_jobs,
      (select coalesce(sum(bytes), 0) from tallies where kind = 'owner' and name = users.id::text) as bytes,
      (select coalesce(sum(coalesce(reserved_bytes, size)), 0) from uploads where user_id = users.id and confirmed_at is null
        and id is distinct from ${exceptUpload}::uuid) as announced,
      (select count(*) from jobs where user_id = users.id
        and status in ${activeList}) as active
    from users where id = ${userId}`.execute(transaction)
  const row = rows[0]
  return (
    row && {
      quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
      quotaJobs: row.quota_jobs,
      bytes: Number(row.bytes) + Number(row.announced),
      hasOpenUploads: Number(row.announced) > 0,
      activeJobs: Number(row.active),
    }
  )
}

const storageFull = ({ hasOpenUploads }: Usage) =>
  new Failure(
    'QUOTA_REACHED',
    `Your storage is full. Delete videos you no longer need${hasOpenUploads ? ' or discard unfinished uploads' : ''}, then try again.`,
  )

interface MoreBytes {
  bytes: number
  /** The upload these bytes are of, when what it announced must not count beside them. */
  ofUpload?: string
}

/**
 * Rejects when so many bytes more are not among those a person may keep. It is asked in the transaction that writes them down and under
 * the lock that jobs are made under, so two at once can't share the last place.
 */
export async function refuseWithoutRoom(transaction: Transaction<Tables>, userId: string, more: MoreBytes): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
  const usage = await usageOf(transaction, userId, more.ofUpload)
  if (usage?.quotaBytes == null) return
  if (usage.bytes >= usage.quotaBytes || usage.bytes + more.bytes > usage.quotaBytes) throw storageFull(usage)
}

interface UploadRoom {
  /** What the sender says; undefined when they do not say. */
  announcedBytes: number | undefined
  maxUploadBytes: number
  /** The upload that asks again, whose earlier reservation must not count beside the new one. */
  ofUpload?: string
}

/**
 * How many bytes an upload may bring and holds of the quota until then. Whoever does not say how much it is gets as much as may come at all, or
 * what the quota leaves. Rejects when that is not enough.
 */
export async function reserveUploadRoom(transaction: Transaction<Tables>, userId: string, room: UploadRoom): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
  const usage = await usageOf(transaction, userId, room.ofUpload)
  const wanted = room.announcedBytes ?? room.maxUploadBytes
  if (usage?.quotaBytes == null) return wanted
  const rest = usage.quotaBytes - usage.bytes
  if (rest <= 0 || (room.announcedBytes ?? 0) > rest) throw storageFull(usage)
  return Math.min(wanted, rest)
}

/** Rejects when more is kept than the quota allows. Asked after the new files are written down, in the same transaction. */
export async function refuseAboveQuota(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const usage = await usageOf(transaction, userId)
  if (usage && usage.quotaBytes !== null && usage.bytes > usage.quotaBytes) throw storageFull(usage)
}

/** Rejects when a person's quota leaves no place for another job. */
export async function refuseOverQuota(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const usage = await usageOf(transaction, userId)
  if (!usage) return
  const { quotaBytes, quotaJobs, bytes, activeJobs } = usage
  if (quotaJobs !== null && activeJobs >= quotaJobs) {
    const most = quotaJobs === 1 ? 'one job' : `${quotaJobs} jobs`
    throw new Failure('QUOTA_REACHED', `You may have ${most} at once. Wait until one is done, or cancel one.`)
  }
  if (quotaBytes !== null && bytes >= quotaBytes) throw storageFull(usage)
}

import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import { activeList } from '../../platform/database/status-sql.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { JobLimitReached } from '../../platform/tasks/job-limit-reached.ts'

interface Usage {
  quotaBytes: number | null
  quotaJobs: number | null
  /** Stored bytes and those reserved by open uploads. */
  bytes: number
  hasOpenUploads: boolean
  hasTrash: boolean
  activeJobs: number
}

async function usageOf(transaction: Transaction<Tables>, userId: string, exceptUpload: string | null = null): Promise<Usage | undefined> {
  const { rows } = await sql<{
    quota_bytes: string | null
    quota_jobs: number | null
    bytes: string
    announced: string
    active: string
    trash: boolean
  }>`
    select quota_bytes, quota_jobs,
      (select coalesce(sum(bytes), 0) from tallies where kind = 'owner' and name = users.id::text) as bytes,
      (select coalesce(sum(coalesce(reserved_bytes, size)), 0) from uploads where user_id = users.id and confirmed_at is null
        and id is distinct from ${exceptUpload}::uuid) as announced,
      (select count(*) from jobs where user_id = users.id
        and status in ${activeList}) as active,
      exists (select from trashed_videos where user_id = users.id) as trash
    from users where id = ${userId}`.execute(transaction)
  const row = rows[0]
  return (
    row && {
      quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
      quotaJobs: row.quota_jobs,
      bytes: Number(row.bytes) + Number(row.announced),
      hasOpenUploads: Number(row.announced) > 0,
      hasTrash: row.trash,
      activeJobs: Number(row.active),
    }
  )
}

function storageFull({ hasOpenUploads, hasTrash }: Usage): Failure {
  const more = [hasOpenUploads ? ' or discard unfinished uploads' : '', hasTrash ? ' and empty the trash' : ''].join('')
  return new Failure('QUOTA_REACHED', `Your storage is full. Delete videos you no longer need${more}, then try again.`)
}

interface MoreBytes {
  bytes: number
  /** The upload of these bytes, whose reservation must not be counted twice. */
  ofUpload?: string
}

/**
 * Rejects if the quota does not allow so many more bytes. Called in the transaction that stores them, under the lock that also
 * serializes the creation of jobs, so that two requests cannot both use the last bytes.
 */
export async function refuseWithoutSpace(transaction: Transaction<Tables>, userId: string, more: MoreBytes): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
  const usage = await usageOf(transaction, userId, more.ofUpload)
  if (usage?.quotaBytes == null) return
  if (usage.bytes >= usage.quotaBytes || usage.bytes + more.bytes > usage.quotaBytes) throw storageFull(usage)
}

interface UploadReservation {
  /** The announced size; undefined if the client sent none. */
  announcedBytes: number | undefined
  maxUploadBytes: number
  /** An upload with an earlier reservation, which must not be counted twice. */
  ofUpload?: string
}

/**
 * The number of bytes reserved for an upload. Without an announced size it is the maximum for uploads or the rest of the quota.
 * Rejects if the quota is not enough.
 */
export async function reserveUploadSpace(transaction: Transaction<Tables>, userId: string, request: UploadReservation): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
  const usage = await usageOf(transaction, userId, request.ofUpload)
  const requestedBytes = request.announcedBytes ?? request.maxUploadBytes
  if (usage?.quotaBytes == null) return requestedBytes
  const rest = usage.quotaBytes - usage.bytes
  if (rest <= 0 || (request.announcedBytes ?? 0) > rest) throw storageFull(usage)
  return Math.min(requestedBytes, rest)
}

/** Rejects if the stored bytes exceed the quota. Called after new files are recorded, in the same transaction. */
export async function refuseAboveQuota(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const usage = await usageOf(transaction, userId)
  if (usage && usage.quotaBytes !== null && usage.bytes > usage.quotaBytes) throw storageFull(usage)
}

/** Rejects if the quota does not allow another job. */
export async function refuseOverQuota(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const usage = await usageOf(transaction, userId)
  if (!usage) return
  const { quotaBytes, quotaJobs, bytes, activeJobs } = usage
  if (quotaJobs !== null && activeJobs >= quotaJobs) {
    const allowed = quotaJobs === 1 ? 'one active job' : `${quotaJobs} active jobs`
    const message = `You can have at most ${allowed}. Wait until a job is done, or cancel one.`
    // Without any allowed, none of them ever ends.
    throw quotaJobs > 0 ? new JobLimitReached(message) : new Failure('QUOTA_REACHED', message)
  }
  if (quotaBytes !== null && bytes >= quotaBytes) throw storageFull(usage)
}

import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

interface Usage {
  quotaBytes: number | null
  quotaJobs: number | null
  bytes: number
  activeJobs: number
}

async function usageOf(connection: Db | Transaction<Tables>, userId: string): Promise<Usage | undefined> {
  const { rows } = await sql<{ quota_bytes: string | null; quota_jobs: number | null; bytes: string; active: string }>`
    select quota_bytes, quota_jobs,
      (select coalesce(sum(bytes), 0) from tallies where kind = 'owner' and name = users.id::text) as bytes,
      (select count(*) from jobs where user_id = users.id
        and status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING')) as active
    from users where id = ${userId}`.execute(connection)
  const row = rows[0]
  return (
    row && {
      quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
      quotaJobs: row.quota_jobs,
      bytes: Number(row.bytes),
      activeJobs: Number(row.active),
    }
  )
}

/** Rejects when so many bytes more are not among those a person may keep. */
export async function refuseWithoutRoom(db: Db, userId: string, more: number): Promise<void> {
  const usage = await usageOf(db, userId)
  if (usage?.quotaBytes != null && (usage.bytes >= usage.quotaBytes || usage.bytes + more > usage.quotaBytes)) throw storageFull()
}

const storageFull = () => new Failure('QUOTA_REACHED', 'Your storage is full. Delete videos you no longer need, then try again.')

/** Rejects when a person's quota leaves no place for another job. */
export async function refuseOverQuota(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const usage = await usageOf(transaction, userId)
  if (!usage) return
  const { quotaBytes, quotaJobs, bytes, activeJobs } = usage
  if (quotaJobs !== null && activeJobs >= quotaJobs) {
    const most = quotaJobs === 1 ? 'one job' : `${quotaJobs} jobs`
    throw new Failure('QUOTA_REACHED', `You may have ${most} at once. Wait until one is done, or cancel one.`)
  }
  if (quotaBytes !== null && bytes >= quotaBytes) throw storageFull()
}

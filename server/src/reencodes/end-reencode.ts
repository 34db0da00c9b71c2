import type { ReencodeStatus } from '@video-forge/contract/rules/reencode-rules'
import type { Outcome } from '@video-forge/media/planning/reencode/choose-crf'
import type { StreamIndex } from '@video-forge/media/run/inspect/read-index'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { finishFile } from '../platform/unfinished-files.ts'
import type { Work } from './reencode-ledger.ts'

/** The new version of a rendition, as it is stored with the rendition's asset. */
export interface PublishedReencode {
  key: string
  bytes: number
  index: StreamIndex
}

type Sums = Pick<Outcome, 'ssim' | 'ssimBefore' | 'bytes'>

/** Makes the new version visible, in one transaction. False when the rendition was replaced or deleted, or another worker has the work. */
export function publishReencode(db: Db, { id, assetId, jobId, lease }: Work, made: PublishedReencode, sums: Sums): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reencodes')
      .set({
        ...{ status: 'published', reason: null, bytes: made.bytes, ssim: sums.ssim, ssim_before: sums.ssimBefore },
        ...{ lease: null, leased_until: null, ended_at: new Date() },
      })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const { numAffectedRows } = await sql`
      update assets set details = details || jsonb_build_object('av1', ${JSON.stringify(made)}::jsonb)
      where id = ${assetId} and job_id = ${jobId}`.execute(transaction)
    if (!numAffectedRows) throw new Error('The rendition is gone.')
    await finishFile(transaction, made.key)
    await transaction.deleteFrom('reencode_parts').where('reencode_id', '=', id).execute()
    // Processes that have cached that there is no such file.
    await sql`select pg_notify('gallery', '')`.execute(transaction)
    return true
  })
}

/** Ends the work without a new version, and remembers why. */
export function endReencode(
  db: Db,
  { id }: Pick<Work, 'id'>,
  status: Extract<ReencodeStatus, 'not-worth-it' | 'skipped' | 'failed'>,
  reason: string,
  sums?: Sums,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reencodes')
      .set({
        ...{ status, reason, lease: null, leased_until: null, ended_at: new Date() },
        ...(sums && { bytes: sums.bytes, ssim: sums.ssim, ssim_before: sums.ssimBefore }),
      })
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await transaction.deleteFrom('reencode_parts').where('reencode_id', '=', id).execute()
  })
}

/** Opens parts again, each at a better quality. */
export async function retryParts(db: Db, { id, lease }: Work, parts: readonly { number: number; crf: number }[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      update reencodes set retries = retries + 1, lease = null, attempts = 0 where id = ${id} and lease = ${lease}`.execute(transaction)
    if (!numAffectedRows) return
    const [numbers, settings] = [parts.map(({ number }) => number), parts.map(({ crf }) => crf)]
    await sql`
      update reencode_parts p set state = 'waiting', crf = again.crf, ssim = null, ssim_before = null, frames = null
      from unnest(${numbers}::int[], ${settings}::int[]) as again (number, crf)
      where p.reencode_id = ${id} and p.number = again.number and p.state = 'done'`.execute(transaction)
  })
}

/** Opens a part again whose file is gone from storage. */
export const reopenPart = (db: Db, { id }: Pick<Work, 'id'>, number: number) =>
  sql`
    update reencode_parts set state = 'waiting', key = null where reencode_id = ${id} and number = ${number} and state = 'done'`.execute(db)

/** After a restore from a backup a re-encode has no parts. */
export const beginAgain = (db: Db, { id, lease }: Work) =>
  sql`update reencodes set status = 'waiting', lease = null where id = ${id} and lease = ${lease}`.execute(db)

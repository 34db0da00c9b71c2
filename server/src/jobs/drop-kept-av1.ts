import { formatTable, type OutputFormat } from '@video-forge/contract/rules/formats'
import { sql, type Transaction } from 'kysely'
import { discardFiles } from '../platform/database/discard-files.ts'
import { lockJobs } from '../platform/database/locks/lock-jobs.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type Av1KeptBecause, keptWithVideo, reasonsToKeepAv1 } from '../platform/database/unused-av1.ts'

type DropResult = { isDropped: true; format: OutputFormat; bytes: number } | { isDropped: false; reason: string }

interface Kept extends Record<Av1KeptBecause, boolean> {
  format: OutputFormat
  bytes: number
}

/**
 * Deletes a version in AV1 for good that stayed when its H.264 was dropped, if nobody has played it for so many days. The transaction records the
 * file, and a task deletes it after the commit.
 */
export async function dropKeptAv1(
  transaction: Transaction<Tables>,
  id: string,
  { reencodeId, unusedDays }: { reencodeId: string; unusedDays: number },
): Promise<DropResult> {
  // A worker that wants to begin with the job, and everybody who deletes the video, waits here.
  await lockJobs(transaction, { video: id })
  const reasons = Object.entries(reasonsToKeepAv1(unusedDays)).map(([name, reason]) => sql`${reason} as ${sql.ref(name)}`)
  const { rows } = await sql<Kept>`
    select kept.format, kept.bytes::float8 as bytes, ${sql.join(reasons)}
    from ${keptWithVideo} where kept.id = ${reencodeId} and kept.job_id = ${id}`.execute(transaction)
  const [kept] = rows
  if (!kept) return { isDropped: false, reason: 'This quality is gone: it was dropped, or made again.' }
  const { format, bytes } = kept
  const because = keptOrder.find((reason) => kept[reason])
  if (because) return { isDropped: false, reason: sentences[because](formatTable[format].label, unusedDays) }
  await forgetFile(transaction, id, format)
  await transaction.deleteFrom('reencodes').where('id', '=', reencodeId).execute()
  await sql`
    insert into job_events (job_id, kind, attempt, status, note)
    select id, 'note', attempts, status, ${`${format} was dropped in AV1: nobody had played it for ${unusedDays} days`}
    from jobs where id = ${id}`.execute(transaction)
  // Processes that have cached where the file is.
  await sql`select pg_notify('gallery', '')`.execute(transaction)
  return { isDropped: true, format, bytes }
}

/** In the order in which they are named, where there are several. */
const keptOrder: readonly Av1KeptBecause[] = ['busy', 'young', 'uncounted', 'played']

const sentences: Record<Av1KeptBecause, (label: string, days: number) => string> = {
  busy: () => 'It is being processed. Try it again when that is done.',
  young: (label, days) => `Its ${label} in AV1 was made less than ${days} days ago.`,
  uncounted: (_label, days) => `Plays of each quality have not been counted for ${days} days yet.`,
  played: (label, days) => `Its ${label} in AV1 was played in the last ${days} days.`,
}

/** The next smaller quality names the file (jobs/drop-quality). */
async function forgetFile(transaction: Transaction<Tables>, id: string, format: OutputFormat): Promise<void> {
  const { rows } = await sql<{ key: string | null }>`
    with read as (
      select id, details #>> array['taller', ${format}, 'av1', 'key'] as key from assets
      where job_id = ${id} and details -> 'taller' ? ${format} for update
    )
    update assets set details = details #- array['taller', ${format}] from read where assets.id = read.id returning read.key`.execute(
    transaction,
  )
  await discardFiles(
    transaction,
    rows.flatMap(({ key }) => key ?? []),
  )
}

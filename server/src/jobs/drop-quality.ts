import { formatTable, type OutputFormat, outputFormats, renditionTypes } from '@video-forge/contract/rules/formats'
import { sql, type Transaction } from 'kysely'
import { discardFiles } from '../platform/database/discard-files.ts'
import { lockJobs } from '../platform/database/locks/lock-jobs.ts'
import type { Tables } from '../platform/database/tables.ts'
import {
  formatOf,
  isTallest,
  type KeptBecause,
  keepsAv1,
  reasonsToKeep,
  remainingFormat,
  renditionWithVideo,
} from '../platform/database/unused-quality.ts'

type DropResult = { isDropped: true; format: OutputFormat; bytes: number; keepsAv1: boolean } | { isDropped: false; reason: string }

interface Tallest extends Record<KeptBecause, boolean> {
  assetId: string
  format: OutputFormat
  keepsAv1: boolean
}

/**
 * Deletes a quality of a video for good if it is the tallest, nobody has played it for so many days and a smaller one stays. Its version in
 * AV1 goes with it unless somebody plays that. From then on the video is as if this quality had not been chosen; `makeFormats` can make it
 * again. Its addresses stay, so that nobody who watches a smaller quality is interrupted. The transaction records the files, and a task
 * deletes them after the commit.
 */
export async function dropQuality(
  transaction: Transaction<Tables>,
  id: string,
  { assetId, unusedDays }: { assetId: string; unusedDays: number },
): Promise<DropResult> {
  // A worker that wants to begin with the job, and everybody who deletes the video, waits here.
  await lockJobs(transaction, { video: id })
  const tallest = await findTallest(transaction, id, unusedDays)
  if (tallest?.assetId !== assetId) return { isDropped: false, reason: 'This quality is gone: it was dropped, or made again.' }
  const kept = keptOrder.find((reason) => tallest[reason])
  if (kept) return { isDropped: false, reason: sentences[kept](formatTable[tallest.format].label, unusedDays) }
  const { format } = tallest
  const bytes = await deleteAsset(transaction, id, tallest)
  await forgetFormat(transaction, id, format)
  await sql`
    insert into job_events (job_id, kind, attempt, status, note)
    select id, 'note', attempts, status, ${noteOf(tallest, unusedDays)} from jobs where id = ${id}`.execute(transaction)
  // Processes that have cached where the file is.
  await sql`select pg_notify('gallery', '')`.execute(transaction)
  return { isDropped: true, format, bytes, keepsAv1: tallest.keepsAv1 }
}

/** In the order in which they are named, where there are several. */
const keptOrder: readonly KeptBecause[] = ['busy', 'reencoding', 'alone', 'small', 'young', 'uncounted', 'played']

const sentences: Record<KeptBecause, (label: string, days: number) => string> = {
  busy: () => 'It is being processed. Try it again when that is done.',
  reencoding: () => 'It is being made in AV1. Try it again when that is done.',
  alone: (label) => `${label} is its only quality.`,
  small: (label) => `Its tallest quality is ${label}, which is never dropped.`,
  young: (label, days) => `Its ${label} was made less than ${days} days ago.`,
  uncounted: (_label, days) => `Plays of each quality have not been counted for ${days} days yet.`,
  played: (label, days) => `Its ${label} was played in the last ${days} days.`,
}

async function findTallest(transaction: Transaction<Tables>, id: string, days: number): Promise<Tallest | undefined> {
  const reasons = Object.entries(reasonsToKeep(days)).map(([name, reason]) => sql`${reason} as ${sql.ref(name)}`)
  const { rows } = await sql<Tallest>`
    select tall.id as "assetId", ${formatOf('tall')} as format, ${keepsAv1(days)} as "keepsAv1", ${sql.join(reasons)}
    from ${renditionWithVideo} where tall.job_id = ${id} and ${isTallest}`.execute(transaction)
  return rows[0]
}

const noteOf = ({ format, keepsAv1: keeps }: Tallest, days: number): string =>
  keeps
    ? `${format} was dropped in H.264 and stays in AV1: nobody had played it in H.264 for ${days} days`
    : `${format} was dropped: nobody had played it for ${days} days`

/**
 * Returns what it frees. The row is read under its lock: a version in AV1 may have been published a moment before. Versions in AV1 that stay,
 * its own and those of taller qualities that were dropped before, are named in the details of the next smaller quality from then on.
 */
async function deleteAsset(transaction: Transaction<Tables>, id: string, { assetId, format, keepsAv1: keeps }: Tallest): Promise<number> {
  const { rows } = await sql<{ bytes: number; keys: string[]; taller: object | null }>`
    with read as (select *, details - 'taller' - ${keeps ? 'av1' : 'taller'}::text as gone from assets where id = ${assetId} for update)
    select file_size::float8 + coalesce((gone #>> '{av1,bytes}')::float8, 0) as bytes, array(
        select storage_key union select part #>> '{}'
        from jsonb_path_query(gone, '$.** ? (@.type() == "string" && @ starts with "videos/")') as part
      ) as keys,
      details -> 'taller' as taller
    from read`.execute(transaction)
  const [read] = rows
  if (!read) return 0
  if (keeps || read.taller) await moveAv1(transaction, id, { assetId, format, keepsAv1: keeps })
  await transaction.deleteFrom('assets').where('id', '=', assetId).execute()
  await discardFiles(transaction, read.keys)
  return read.bytes
}

async function moveAv1(transaction: Transaction<Tables>, id: string, { assetId, format, keepsAv1: keeps }: Omit<Tallest, KeptBecause>) {
  const own = keeps
    ? sql`jsonb_build_object(${format}::text, jsonb_build_object(
        'width', tall.width, 'height', tall.height, 'frameRate', tall.details -> 'frameRate', 'av1', tall.details -> 'av1'))`
    : sql`'{}'::jsonb`
  await sql`
    update assets set details = assets.details || jsonb_build_object('taller', coalesce(assets.details -> 'taller', '{}')
      || coalesce(tall.details -> 'taller', '{}') || ${own})
    from assets as tall where tall.id = ${assetId} and assets.job_id = ${id} and ${formatOf('assets')} = ${remainingFormat}`.execute(
    transaction,
  )
  // With the rendition what is known of its version in AV1 would be deleted.
  if (keeps)
    await transaction
      .updateTable('reencodes')
      .set({ asset_id: null })
      .where('asset_id', '=', assetId)
      .where('status', '=', 'published')
      .execute()
}

/** What names the qualities of a video without being one of its assets: its job, and the metadata file, which keeps what the job wrote. */
async function forgetFormat(transaction: Transaction<Tables>, id: string, format: OutputFormat): Promise<void> {
  const assets = await transaction
    .selectFrom('assets')
    .select('asset_type')
    .where('job_id', '=', id)
    .where('asset_type', 'in', renditionTypes)
    .execute()
  const remaining = outputFormats.filter((each) => assets.some(({ asset_type }) => asset_type === formatTable[each].assetType))
  await transaction
    .updateTable('jobs')
    .set({
      output_formats: remaining,
      // The trigger of this column sends the change to open pages.
      renditions: sql<string>`coalesce((
        select jsonb_agg(each order by place) from jsonb_array_elements(renditions) with ordinality as all_of_them (each, place)
        where each ->> 'format' = any(${remaining}::text[])), '[]')`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  await sql`
    update assets set details = details || jsonb_build_object('dropped', coalesce(details -> 'dropped', '[]') || to_jsonb(${format}::text))
    where job_id = ${id} and asset_type = 'METADATA_JSON'`.execute(transaction)
}

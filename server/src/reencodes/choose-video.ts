import { formatOfType, type OutputFormat, outputFormats, renditionTypes } from '@video-forge/contract/rules/formats'
import type { ReencodeSettings } from '@video-forge/contract/rules/reencode-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'

/** Seconds. A shorter video costs more to prepare than its viewers save. */
const minSeconds = 10
/** Bytes of a rendition. The same. */
const minBytes = 100_000
/** Pixels. SVT-AV1 encodes nothing smaller. */
const minSide = 64
const playDays = 30

/** A video that is finished, has its original, and was not looked at since its file was published. */
const isCandidate = sql`
  videos.status = 'ready' and videos.original_key is not null and videos.duration >= ${minSeconds}
  and exists (select from jobs where jobs.id = videos.id and jobs.status = 'COMPLETED')
  and exists (select from assets where assets.job_id = videos.id and assets.asset_type in (${sql.join(renditionTypes)}))
  and not exists (select from replacements where replacements.video_id = videos.id)
  and not exists (select from reencodes where reencodes.job_id = videos.id)`

/** So many are found by one search, which reads more the more videos were looked at. */
const searchCount = 50
/** For so long the videos that it found are taken as the most watched. */
const keptMs = 10 * 60_000

/** The most watched videos of the last 30 days with at least so many plays. */
const mostWatched = (minPlays: number): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select videos.id from (
    select subject, sum(plays) as plays from play_days
    where not is_month and day > current_date - ${sql.lit(playDays)} group by subject having sum(plays) >= ${minPlays}
  ) as watched
  join videos on videos.id = watched.subject
  where ${isCandidate} order by watched.plays desc, videos.id desc limit ${searchCount}`

const newest = sql<{ id: string }>`select videos.id from videos where ${isCandidate} order by videos.id desc limit ${searchCount}`

async function search(db: Db, { mode, minPlays }: ReencodeSettings): Promise<string[]> {
  if (mode === 'off') return []
  const { rows: watched } = await mostWatched(mode === 'popular' ? Math.max(1, minPlays) : 1).execute(db)
  const { rows: others } = watched.length === 0 && mode === 'all' ? await newest.execute(db) : { rows: [] }
  return [...watched, ...others].map(({ id }) => id)
}

/** Chooses videos one after the other, and remembers for a while what else a search has found. */
export function createVideoChooser(db: Db) {
  let found: { ids: string[]; settings: string; until: number } = { ids: [], settings: '', until: 0 }
  return {
    /** Writes what is to be done with each rendition of the next video. False when there is none; it may be that nothing is to be done with it. */
    async choose(settings: ReencodeSettings): Promise<boolean> {
      const chosenBy = JSON.stringify(settings)
      if (found.ids.length === 0 || found.settings !== chosenBy || performance.now() > found.until)
        found = { ids: await search(db, settings), settings: chosenBy, until: performance.now() + keptMs }
      const [id, ...rest] = found.ids
      if (id === undefined) return false
      await writeWork(db, id)
      found.ids = rest
      return true
    },
  }
}

interface Rendition {
  assetId: string
  format: OutputFormat
  bytes: number
  isTiny: boolean
  isCopy: boolean
}

async function writeWork(db: Db, jobId: string): Promise<void> {
  const { rows: candidates } = await sql`select from videos where id = ${jobId} and ${isCandidate}`.execute(db)
  // Another worker was faster, or it was deleted or replaced since the search.
  if (candidates.length === 0) return
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'asset_type', 'file_size', 'width', 'height', sql<string | null>`details ->> 'ssim'`.as('ssim')])
    .where('job_id', '=', jobId)
    .where('asset_type', 'in', renditionTypes)
    .execute()
  const renditions = assets
    .flatMap(({ id, asset_type, file_size, width, height, ssim }): Rendition[] => {
      const format = formatOfType(asset_type)
      const isTiny = Math.min(width ?? minSide, height ?? minSide) < minSide
      return format ? [{ assetId: id, format, bytes: Number(file_size), isTiny, isCopy: ssim !== null && Number(ssim) === 1 }] : []
    })
    .sort((a, b) => outputFormats.indexOf(a.format) - outputFormats.indexOf(b.format))
  const [tallest] = renditions
  const rows = renditions.map(({ assetId, format, bytes, isTiny, isCopy }) => {
    const id = newId()
    const reason = whySkipped({ bytes, isTiny, isCopy: isCopy || tallest?.isCopy === true })
    return {
      ...{ id, job_id: jobId, asset_id: assetId, format, codec: 'av1' as const, bytes_before: bytes },
      ...{ folder: `videos/${jobId}/reencode-${id}/`, reason },
      ...(reason ? { status: 'skipped' as const, ended_at: new Date() } : { status: 'waiting' as const, ended_at: null }),
    }
  })
  if (rows.length === 0) return
  // In one statement: a video that has a row counts as looked at.
  await db
    .insertInto('reencodes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['asset_id', 'codec']).doNothing())
    .execute()
}

/** A copy is as good as the source, so no smaller version is as good. Without the tallest quality players would not use the others. */
function whySkipped({ bytes, isTiny, isCopy }: Pick<Rendition, 'bytes' | 'isTiny' | 'isCopy'>): string | null {
  if (isCopy) return 'The tallest quality is a copy of the source; nothing smaller is as good.'
  if (isTiny) return `Its pictures are less than ${minSide} pixels wide or tall, which no encoder for AV1 takes.`
  return bytes < minBytes ? 'It is too small for a saving that anybody would notice.' : null
}

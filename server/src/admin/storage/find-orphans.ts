import { isActive, type JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage, StoredObject } from '../../platform/storage/storage.ts'

/** A younger file may belong to a row that is not written yet. */
const minAgeMs = 3_600_000

export interface Orphan {
  videoId: string
  object: StoredObject
  reason: string
}

const videosPerBatch = 200

/** Files under `videos/` that no row refers to. Other prefixes are left alone. */
export async function* findOrphans(db: Db, storage: Storage): AsyncGenerator<Orphan[]> {
  let group = new Map<string, StoredObject[]>()
  for await (const object of storage.list('videos/')) {
    const videoId = videoOf(object.key)
    if (!videoId || Date.now() - object.modifiedAt.getTime() < minAgeMs) continue
    if (!group.has(videoId) && group.size === videosPerBatch) {
      yield selectOrphans(db, group)
      group = new Map()
    }
    group.set(videoId, [...(group.get(videoId) ?? []), object])
  }
  if (group.size > 0) yield selectOrphans(db, group)
}

/** The files of these videos that no current row refers to. */
export async function selectOrphans(db: Db | Transaction<Tables>, group: ReadonlyMap<string, StoredObject[]>): Promise<Orphan[]> {
  const ids = [...group.keys()]
  const { rows } = await sql<{ id: string; status: JobStatus | null; partsFolder: string | null; named: unknown }>`
    select videos.id, jobs.status, (select folder from job_splits where job_id = videos.id) as "partsFolder", jsonb_build_array(
      to_jsonb(videos) - 'source_facts', chosen_card(videos.thumbnail_key), to_jsonb(jobs), (select jsonb_agg(to_jsonb(assets)) from assets where assets.job_id = videos.id),
      (select jsonb_agg(key) from reencode_parts join reencodes on reencodes.id = reencode_id where reencodes.job_id = videos.id)
    ) as named
    from videos left join jobs on jobs.id = videos.id where videos.id = any(${ids}::uuid[])`.execute(db)
  const known = new Map(rows.map((row) => [row.id, row]))
  // The files of a deleted video are removed by the task that deletes discarded files.
  const discarded = await sql<{ prefix: string }>`
    select prefix from discarded_files where prefix = any(${ids.map((id) => `videos/${id}/`)})`.execute(db)
  const discardedPrefixes = new Set(discarded.rows.map(({ prefix }) => prefix))
  const trashed = await sql<{ id: string; files: string[] }>`
    select id, files from trashed_videos where id = any(${ids}::uuid[])`.execute(db)
  const trashedFiles = new Map(trashed.rows.map(({ id, files }) => [id, files]))

  return ids.flatMap((videoId) => {
    const video = known.get(videoId)
    if (discardedPrefixes.has(`videos/${videoId}/`) || (video?.status && isActive(video.status))) return []
    const inTrash = trashedFiles.get(videoId)
    const named = new Set([...textsIn(video?.named), ...(inTrash ?? [])])
    const reason = video || inTrash ? 'Not used by any video' : 'Its video was deleted'
    // Somebody may still be watching the parts of a completed job.
    const isWatched = (key: string): boolean => Boolean(video?.partsFolder && key.startsWith(video.partsFolder))
    const unused = (group.get(videoId) ?? []).filter(({ key }) => !named.has(key) && !isWatched(key))
    return unused.map((object) => ({ videoId, object, reason }))
  })
}

const videoOf = (key: string): string | undefined => /^videos\/([0-9a-f-]{36})\//.exec(key)?.[1]

/** Every text in a row, at any depth: a key can be in a column or inside the details of an asset. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

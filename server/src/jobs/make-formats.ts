import { Failure } from '@video-forge/contract/errors'
import { formatTable, type OutputFormat } from '@video-forge/contract/rules/formats'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql, type Transaction } from 'kysely'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { MayStart } from './create-job.ts'
import { restartForReplacement } from './transitions.ts'

/**
 * Starts the job of a video again for qualities that it lacks; false if it lacks none that can be made. All qualities are made anew from
 * the stored original, as a replacement of the file by itself: people watch the version before until then, and if it fails, it stays, as do the
 * formats that the job names.
 */
export async function makeFormats(
  transaction: Transaction<Tables>,
  id: string,
  wanted: readonly OutputFormat[],
  mayStart: MayStart,
): Promise<boolean> {
  // Before the job, as a retry does: they would wait for each other otherwise.
  const owned = await transaction.selectFrom('jobs').select('user_id').where('id', '=', id).executeTakeFirst()
  if (owned) await lockUser(transaction, owned.user_id)
  const job = await transaction
    .selectFrom('jobs')
    .select(['status', 'output_formats', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw new Failure('CONFLICT', 'This video was not processed yet. Start its processing first.')
  if (isActive(job.status)) throw new Failure('CONFLICT', 'This video is being processed. Try it again when it is done.')
  const video = await transaction
    .selectFrom('videos')
    .select(['original_key', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const assets = await transaction.selectFrom('assets').select('asset_type').where('job_id', '=', id).execute()
  // A job that failed to replace the file has those of the version before.
  if (!video.original_key || assets.length === 0) throw new Failure('CONFLICT', 'This video was not processed. Retry its job first.')
  const made = new Set<string>(assets.map(({ asset_type }) => asset_type))
  const shortSide = Math.min(video.width ?? 0, video.height ?? 0)
  const missing = wanted.filter((format) => !made.has(formatTable[format].assetType) && formatTable[format].height <= shortSide)
  if (missing.length === 0) return false
  await mayStart(transaction, job.user_id)
  await insertOwnFile(transaction, id)
  await transaction
    .updateTable('jobs')
    .set({ output_formats: [...new Set([...job.output_formats, ...missing])] })
    .where('id', '=', id)
    .execute()
  await restartForReplacement(transaction, id)
  return true
}

/** It takes no more storage than before: the file is the same. */
const insertOwnFile = (transaction: Transaction<Tables>, id: string) =>
  sql`
  insert into replacements (video_id, user_id, upload_key, original_key, original_mime, original_name, bytes, duration, width, height,
    video_codec, audio_codec, audio_language, former_formats)
  select videos.id, videos.user_id, jobs.input_source, original_key, original_mime, coalesce(original_name, title), 0, coalesce(duration, 0),
    coalesce(width, 0), coalesce(height, 0), coalesce(video_codec, ''), audio_codec, audio_language, jobs.output_formats
  from videos join jobs on jobs.id = videos.id where videos.id = ${id}`.execute(transaction)

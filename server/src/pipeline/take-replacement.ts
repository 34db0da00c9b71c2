import { sql, type Transaction } from 'kysely'
import { discardFiles } from '../platform/database/discard-files.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepEmbedded } from './embedded/keep-embedded.ts'

/**
 * Puts the new file of a video in the place of the one before, in the transaction that publishes what was made of it. The address, the
 * links and everything that people wrote stay. What belongs to the old file goes: its files, its own captions, a thumbnail that is a frame of
 * it, and chapters after the end of the new one. Returns the language of automatic captions that go with it.
 */
export async function takeReplacement(transaction: Transaction<Tables>, id: string): Promise<string | undefined> {
  const video = await transaction
    .selectFrom('videos')
    .select(['original_key', 'shared_key', 'chapters', 'thumbnail_is_frame'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const replacement = await transaction.selectFrom('replacements').selectAll().where('video_id', '=', id).executeTakeFirstOrThrow()
  const { original_key, original_mime, original_name, content_hash, privacy } = replacement
  const { duration, width, height, video_codec, audio_codec, audio_language } = replacement
  if (original_key === video.original_key) {
    await takeOwnFile(transaction, id)
    return undefined
  }
  await discardFiles(transaction, [video.original_key, video.shared_key])
  await deleteAssets(transaction, id)
  await transaction
    .updateTable('videos')
    .set({
      ...{ original_key, original_mime, original_name, content_hash },
      ...{ duration, width, height, video_codec, audio_codec, audio_language },
      waiting_bytes: 0,
      files_version: sql`files_version + 1`,
      chapters: JSON.stringify(video.chapters.filter(({ start }) => start < duration)),
      // Without private data the original itself is shared; otherwise a copy is made after the commit.
      shared_key: privacy === 'nothing' ? original_key : null,
      shared_bytes: 0,
      shared_checked_at: privacy === 'something' || privacy === null ? null : new Date(),
      ...(video.thumbnail_is_frame && {
        ...{ thumbnail_key: null, thumbnail_bytes: 0, thumbnail_is_frame: false },
        thumbnail_version: sql`thumbnail_version + 1`,
      }),
    })
    .where('id', '=', id)
    .execute()
  await keepEmbedded(transaction, id, replacement.embedded ?? { captions: [], chapters: [] })
  const heard = await forgetHeard(transaction, id)
  await transaction.updateTable('jobs').set({ input_source: replacement.upload_key }).where('id', '=', id).execute()
  await transaction.deleteFrom('replacements').where('video_id', '=', id).execute()
  return heard
}

/** The folders of earlier leases are recorded for deletion by a trigger. Those of a kept version in AV1 are gone with the asset that names it. */
async function deleteAssets(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('assets').where('job_id', '=', id).execute()
  await transaction.deleteFrom('reencodes').where('job_id', '=', id).execute()
}

/** The same file with other qualities: only what was made of it is new. */
async function takeOwnFile(transaction: Transaction<Tables>, id: string): Promise<void> {
  await deleteAssets(transaction, id)
  await transaction.updateTable('videos').set({ waiting_bytes: 0, files_version: sql`files_version + 1` }).where('id', '=', id).execute()
  await transaction.deleteFrom('replacements').where('video_id', '=', id).execute()
}

/** What was heard in the old file is not said in the new one. A worker that still listens to it notices that its lease is gone. */
async function forgetHeard(transaction: Transaction<Tables>, id: string): Promise<string | undefined> {
  const request = await transaction
    .deleteFrom('transcriptions')
    .where('video_id', '=', id)
    .returning(['language', 'status'])
    .executeTakeFirst()
  const captions = await transaction
    .deleteFrom('captions')
    .where('video_id', '=', id)
    .where('source', '=', 'automatic')
    .where('is_reviewed', '=', false)
    .returning('language')
    .execute()
  const underway = request && request.status !== 'failed' ? request.language : undefined
  return underway ?? captions.map(({ language }) => language).sort()[0]
}

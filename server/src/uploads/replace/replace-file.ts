import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { finishFile, listUnfinished } from '../../platform/unfinished-files.ts'
import { inspectUpload, moveInspected, ownUpload, sourceName, type UploadDeps, untilVerified, uploadNotFound } from '../confirm-upload.ts'
import { idInKey } from '../upload-key.ts'

export interface Replacement {
  videoId: string
  /** The owner of both the video and the upload. */
  userId: string
  s3Key: string
}

/** Puts the job of the video back into the queue, in the transaction that stores the replacement. Rejects if it cannot be replaced now. */
export type RestartJob = (transaction: Transaction<Tables>) => Promise<void>

/**
 * Turns an upload into the new file of a video, whose job then makes a new version of it. Nothing that people watch changes before that is
 * published. The file is moved away from the address of the upload link, like that of a new video; after a crash between the move and the
 * commit the call can be repeated, and a file that nobody asks for again is deleted after an hour.
 */
export const replaceFile = (parts: UploadDeps, replacement: Replacement, restart: RestartJob, signal?: AbortSignal): Promise<void> =>
  untilVerified(() => replaceOnce(parts, replacement, restart, signal))

async function replaceOnce(
  parts: UploadDeps,
  { videoId, userId, s3Key }: Replacement,
  restart: RestartJob,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db } = parts
  const { id, filename, confirmed_at } = await ownUpload(db, userId, s3Key)
  if (confirmed_at) throw uploadNotFound()
  // A folder of its own: the file before it may still be waiting for its deletion under the same name.
  const original_key = `videos/${videoId}/original/${idInKey(s3Key)}/${sourceName(s3Key)}`
  const { metadata, mimeType, etag, privacy, contentHash } = await inspectUpload(parts, userId, s3Key, signal, original_key)
  const { duration, width, height, videoCodec: video_codec, audioCodec: audio_codec, size: bytes } = metadata
  await listUnfinished(db, original_key)
  await db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('uploads').select('confirmed_at').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || row.confirmed_at) throw uploadNotFound()
    await parts.checkSpace(transaction, userId, { bytes, ofUpload: id })
    await transaction
      .insertInto('replacements')
      .values({
        ...{ video_id: videoId, user_id: userId, upload_key: s3Key, original_key, original_mime: mimeType, original_name: filename },
        ...{ bytes, content_hash: contentHash, privacy: privacy ?? null, duration, width, height, video_codec, audio_codec },
        facts: sql<string>`(select facts from uploads where id = ${id})`,
      })
      // Another one is under way, which the job says.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Before the job is checked against the quota: the upload must not count beside the file that it has become.
    await transaction.updateTable('uploads').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    await restart(transaction)
    await finishFile(transaction, original_key)
    await moveInspected(parts, s3Key, original_key, etag)
  })
}

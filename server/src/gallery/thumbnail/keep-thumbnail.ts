import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { MadeThumbnail } from '@video-forge/media/run/pictures/chosen-thumbnail'
import { sql, type Transaction } from 'kysely'
import { chosenCardKey, chosenThumbnailKey } from '../../platform/chosen-thumbnail.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockUser } from '../../platform/database/locks/lock-user.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { finishFile, giveUpFile, listUnfinished } from '../../platform/unfinished-files.ts'

/** Rejects when the quota of a person does not allow so many more bytes. */
export type CheckSpace = (transaction: Transaction<Tables>, userId: string, more: { bytes: number }) => Promise<void>

interface KeepDeps {
  db: Db
  storage: Storage
  checkSpace: CheckSpace
}

/** Stores files of this machine as the chosen thumbnail of a video. */
export async function keepThumbnail(
  { db, storage, checkSpace }: KeepDeps,
  id: string,
  { made: { thumbnail, card }, isFrame }: { made: MadeThumbnail; isFrame: boolean },
): Promise<void> {
  const key = chosenThumbnailKey(id, newId(), card !== undefined)
  const cardKey = chosenCardKey(key)
  const keys = [key, ...(cardKey ? [cardKey] : [])]
  for (const each of keys) await listUnfinished(db, each)
  // Like the automatic ones, cards are not counted.
  if (card && cardKey) await storage.putFile(cardKey, card)
  const { size } = await storage.putFile(key, thumbnail)
  try {
    await db.transaction().execute(async (transaction) => {
      const { user_id } = await readVideo(transaction, id)
      await lockUser(transaction, user_id)
      const { thumbnail_bytes } = await readVideo(transaction, id)
      await checkSpace(transaction, user_id, { bytes: size - Number(thumbnail_bytes) })
      await setThumbnail(transaction, id, { key, bytes: size, isFrame })
      for (const each of keys) await finishFile(transaction, each)
    })
  } catch (error) {
    // After any other error the row may have been written.
    if (error instanceof Failure) for (const each of keys) await giveUpFile(db, storage, each)
    throw error
  }
}

/** Returns to the automatic thumbnail. A trigger records the file for deletion. */
export const removeThumbnail = (db: Db, id: string): Promise<void> => setThumbnail(db, id, null)

async function readVideo(transaction: Transaction<Tables>, id: string) {
  const video = await transaction.selectFrom('videos').select(['user_id', 'thumbnail_bytes']).where('id', '=', id).executeTakeFirst()
  if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  return video
}

async function setThumbnail(
  connection: Db | Transaction<Tables>,
  id: string,
  file: { key: string; bytes: number; isFrame: boolean } | null,
): Promise<void> {
  await connection
    .updateTable('videos')
    .set({
      thumbnail_key: file?.key ?? null,
      thumbnail_bytes: file?.bytes ?? 0,
      thumbnail_is_frame: file?.isFrame ?? false,
      thumbnail_version: sql`thumbnail_version + 1`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where((where) => (file ? where.val(true) : where('thumbnail_key', 'is not', null)))
    .execute()
}

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

interface Chosen {
  made: MadeThumbnail
  isFrame: boolean
  isPlaceholder: boolean
}

/** Stores files of this machine as the chosen thumbnail of a video. A placeholder is dropped if there is a thumbnail meanwhile. */
export async function keepThumbnail(
  { db, storage, checkSpace }: KeepDeps,
  id: string,
  { made: { thumbnail, card }, isFrame, isPlaceholder }: Chosen,
): Promise<void> {
  const key = chosenThumbnailKey(id, newId(), card !== undefined)
  const cardKey = chosenCardKey(key)
  const keys = [key, ...(cardKey ? [cardKey] : [])]
  for (const each of keys) await listUnfinished(db, each)
  // Like the automatic ones, cards are not counted.
  if (card && cardKey) await storage.putFile(cardKey, card)
  const { size } = await storage.putFile(key, thumbnail)
  try {
    const isKept = await db.transaction().execute(async (transaction) => {
      const { user_id } = await readVideo(transaction, id)
      await lockUser(transaction, user_id)
      const { thumbnail_bytes } = await readVideo(transaction, id)
      await checkSpace(transaction, user_id, { bytes: size - Number(thumbnail_bytes) })
      if (!(await setThumbnail(transaction, id, { key, bytes: size, isFrame, isPlaceholder }))) return false
      for (const each of keys) await finishFile(transaction, each)
      return true
    })
    if (!isKept) for (const each of keys) await giveUpFile(db, storage, each)
  } catch (error) {
    // After any other error the row may have been written.
    if (error instanceof Failure) for (const each of keys) await giveUpFile(db, storage, each)
    throw error
  }
}

/** Returns to the automatic thumbnail. A trigger records the file for deletion. */
export const removeThumbnail = (db: Db, id: string): Promise<boolean> => setThumbnail(db, id, null)

/** A draft without a thumbnail. What a job makes replaces a placeholder, so one must not come after it. */
const lacksThumbnail = sql<boolean>`thumbnail_key is null and (status <> 'ready' or lacks_pictures)`

export async function wantsPlaceholder(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('videos').select('id').where('id', '=', id).where(lacksThumbnail).executeTakeFirst()) !== undefined
}

async function readVideo(transaction: Transaction<Tables>, id: string) {
  const video = await transaction.selectFrom('videos').select(['user_id', 'thumbnail_bytes']).where('id', '=', id).executeTakeFirst()
  if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  return video
}

async function setThumbnail(
  connection: Db | Transaction<Tables>,
  id: string,
  file: { key: string; bytes: number; isFrame: boolean; isPlaceholder: boolean } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('videos')
    .set({
      thumbnail_key: file?.key ?? null,
      thumbnail_bytes: file?.bytes ?? 0,
      thumbnail_is_frame: file?.isFrame ?? false,
      thumbnail_is_placeholder: file?.isPlaceholder ?? false,
      thumbnail_version: sql`thumbnail_version + 1`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where((where) => (file ? where.val(true) : where('thumbnail_key', 'is not', null)))
    .$if(file?.isPlaceholder === true, (update) => update.where(lacksThumbnail))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

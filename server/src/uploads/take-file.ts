import { uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import type { Db } from '../platform/database/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { type ReserveSpace, uploadNotFound } from './confirm-upload.ts'
import { contentOf } from './upload-content.ts'
import { keyOfUpload } from './upload-key.ts'

interface TakeDeps {
  db: Db
  storage: Storage
  reserveSpace: ReserveSpace
  maxUploadBytes: number
}

interface TakenFile {
  id: string
  userId: string
  filename: string
  path: string
  bytes: number
  contentHash: Buffer
}

/** Makes a file of this machine an upload, as if its owner had sent it. The file is moved. A second call with the same id replaces it. */
export async function takeFile({ db, storage, reserveSpace, maxUploadBytes }: TakeDeps, file: TakenFile): Promise<string> {
  const { id, userId, filename, path, bytes, contentHash } = file
  const contentType = uploadTypeOf({ name: filename, type: '' }) ?? 'video/mp4'
  const s3Key = keyOfUpload(id, filename, contentType)
  await db.transaction().execute(async (transaction) => {
    const reserved_bytes = await reserveSpace(transaction, userId, { announcedBytes: bytes, maxUploadBytes, ofUpload: id })
    await transaction
      .insertInto('uploads')
      .values({ id, user_id: userId, s3_key: s3Key, filename, content_type: contentType, size: bytes, reserved_bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  await storage.putFile(s3Key, path)
  const content = await contentOf(storage, s3Key, contentHash)
  if (content.content) await db.updateTable('uploads').set(content).where('id', '=', id).execute()
  // With its account the upload may have been deleted before the file was there.
  if (!(await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst())) {
    await storage.delete(s3Key)
    throw uploadNotFound()
  }
  return s3Key
}

import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { idOfPiece, type ResumableStore } from './resumable-store.ts'
import { type S3Config, s3ClientOptions, unavailable } from './s3-client.ts'
import type { Storage } from './storage.ts'

const partBytes = 8 * 1024 * 1024
/** Each part waits in a file of its own on its way, and they all share one line. */
const partsAtOnce = 4

/**
 * The pieces become parts of one multipart upload, under the upload's id; the last one makes them an object, which is then given its
 * key. Any process may take the next piece: all that is known of an upload lies beside it in the bucket.
 */
export function openS3ResumableStore(client: S3Client, config: S3Config, storage: Storage): ResumableStore {
  const datastore = new S3Store({
    partSize: partBytes,
    maxConcurrentPartUploads: partsAtOnce,
    // Not every server knows tags.
    useTags: false,
    s3ClientConfig: { ...s3ClientOptions(config), bucket: config.bucket },
  })
  const forget = (id: string) => Promise.all([storage.delete(`${id}.info`), storage.delete(`${id}.part`)])
  return {
    datastore,
    async finish(id, key) {
      if (!(await storage.move(id, key)) && !(await storage.head(key))) return false
      await forget(id)
      return true
    },
    async remove(id) {
      const there = await datastore.getUpload(id).catch(() => undefined)
      if (there) await datastore.remove(id).catch(() => {})
      await forget(id)
      await storage.delete(id)
    },
    // All of them lie beside the folders of the bucket, so those are not looked into.
    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: config.bucket, Delimiter: '/' })) {
          for (const { Key = '', LastModified = new Date() } of Contents) {
            const id = idOfPiece(Key)
            if (id) yield { id, modifiedAt: LastModified }
          }
        }
      } catch (error) {
        unavailable(error)
      }
    },
  }
}

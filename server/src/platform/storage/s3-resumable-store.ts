import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { idOfChunk, type ResumableStore } from './resumable-store.ts'
import { type S3Config, s3ClientOptions, unavailable } from './s3-client.ts'
import type { Storage } from './storage.ts'

const partBytes = 8 * 1024 * 1024
/** Each part is buffered in a file; all of them share one connection's bandwidth. */
const partsAtOnce = 4

/**
 * The chunks of an upload become parts of one multipart upload under its id; the last one completes the object, which is then moved to its
 * key. Any process may receive the next chunk: the state of an upload is in the bucket.
 */
export function openS3ResumableStore(client: S3Client, config: S3Config, storage: Storage): ResumableStore {
  const datastore = new S3Store({
    partSize: partBytes,
    maxConcurrentPartUploads: partsAtOnce,
    // Not every server supports tags.
    useTags: false,
    s3ClientConfig: { ...s3ClientOptions(config), bucket: config.bucket },
  })
  const forget = (id: string) => Promise.all([storage.delete(`${id}.info`), storage.delete(`${id}.part`)])
  return {
    datastore,
    async finish(id, key) {
      if (!(await storage.move(id, key)) && !(await storage.head(key))) return undefined
      await forget(id)
      // Parts of an unfinished object cannot be read, so it is hashed when it is copied for the inspection.
      return { contentHash: undefined }
    },
    async remove(id) {
      const there = await datastore.getUpload(id).catch(() => undefined)
      if (there) await datastore.remove(id).catch(() => {})
      await forget(id)
      await storage.delete(id)
    },
    // With a delimiter only the top level is listed, where all of them are.
    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: config.bucket, Delimiter: '/' })) {
          for (const { Key = '', LastModified = new Date() } of Contents) {
            const id = idOfChunk(Key)
            if (id) yield { id, modifiedAt: LastModified }
          }
        }
      } catch (error) {
        unavailable(error)
      }
    },
  }
}

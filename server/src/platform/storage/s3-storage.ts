import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { attachment } from './attachment.ts'
import { absent, replaced, unavailable } from './s3-client.ts'
import { copyPatched } from './s3-copy-patched.ts'
import { SizeLimit } from './size-limit.ts'
import { assertKey, ObjectReplaced, type Storage, StorageUnavailable, type StoredObject } from './storage.ts'

/** Parts are held in memory until they are sent, so one put needs this times `partsAtOnce`. S3 takes 10,000 parts. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 3
const deletesAtOnce = 16

/** Longer than a resumable upload may take: each of them is one multipart upload from its first chunk to its last. */
const abandonedAfterMs = 25 * 60 * 60 * 1000

/** Before each retry of a file. The client itself tries each request three times within a second. */
const backoffMs = [500, 1000, 2000, 4000]

/**
 * Objects in a bucket. Nothing in it is public: access needs a signed link. S3 shows an object only when it is complete, and a multipart
 * upload that fails is aborted. `signer` signs links for browsers.
 */
export function openS3Storage(client: S3Client, bucket: string, signer = client): Storage {
  const s3: Bucket = { client, bucket, signer }
  const reads = readOperations(s3)
  const deletes = deleteOperations(s3)
  return {
    ...putOperations(s3),
    ...copyOperations(s3, reads.head, deletes.delete),
    ...reads,
    ...deletes,
    ...linkOperations(s3),

    localPath(key) {
      assertKey(key)
      return undefined
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(unavailable)
    },
  }
}

interface Bucket {
  client: S3Client
  bucket: string
  signer: S3Client
}

function at({ bucket }: Bucket, key: string) {
  assertKey(key)
  return { Bucket: bucket, Key: key }
}

function putOperations(s3: Bucket): Pick<Storage, 'put' | 'putFile'> {
  const { client } = s3
  const put: Storage['put'] = async (key, body, { maxBytes = Number.POSITIVE_INFINITY, signal } = {}) => {
    const place = at(s3, key)
    const counter = new SizeLimit(maxBytes)
    const upload = new Upload({ client, params: { ...place, Body: counter }, partSize: partBytes, queueSize: partsAtOnce })
    let refused: Error | undefined
    const [received, stored] = await Promise.allSettled([
      pipeline(body, counter, { ...(signal && { signal }) }),
      // An interrupted body aborts the upload, which then deletes its parts; and the other way round.
      upload.done().catch((error: Error) => {
        if (!counter.errored) refused = error
        counter.destroy(error)
        throw error
      }),
    ])
    if (refused) unavailable(refused)
    if (received.status === 'rejected') throw received.reason
    if (stored.status === 'rejected') throw stored.reason
    return { size: counter.byteCount }
  }

  return {
    put,

    async putFile(key, path) {
      const stored = await withRetries(() => put(key, createReadStream(path)))
      await rm(path)
      return stored
    },
  }
}

function copyOperations(s3: Bucket, head: Storage['head'], remove: Storage['delete']): Pick<Storage, 'move' | 'takeOver' | 'copyPatched'> {
  const { client, bucket } = s3
  const copy = (from: string, to: string, etag?: string) =>
    client
      .send(new CopyObjectCommand({ ...at(s3, to), CopySource: `${bucket}/${at(s3, from).Key}`, ...(etag && { CopySourceIfMatch: etag }) }))
      .catch(absent)
      .catch((error) => unavailable(replaced(error)))

  return {
    // Copied inside S3 in one request, which is limited to 5 GB; config.ts allows no larger upload.
    async move(from, to) {
      if (!(await copy(from, to))) return false
      await remove(from)
      return true
    },

    async takeOver(from, to, etag) {
      const copied = await copy(from, to, etag)
      if (!copied) return 'absent'
      // Not every server checks the condition. A copy with the same tag is the same object; another tag may only mean that copies get new ones.
      const isSame = unquoted(copied.CopyObjectResult?.ETag) === unquoted(etag)
      if (!isSame && (await head(from))?.etag !== etag) {
        await remove(to)
        throw new ObjectReplaced()
      }
      await remove(from)
      return isSame ? 'moved' : 'unverified'
    },

    async copyPatched(from, to, patches) {
      const copied = copyPatched(client, { ...at(s3, from.key), size: from.size, etag: from.etag }, at(s3, to), patches)
      return (await copied.then(() => true).catch(absent)) ?? false
    },
  }
}

function readOperations(s3: Bucket): Pick<Storage, 'get' | 'head' | 'list'> {
  const { client } = s3
  return {
    async get(key, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const answer = await client
        .send(new GetObjectCommand({ ...at(s3, key), ...part }))
        .catch(absent)
        .catch(unavailable)
      if (!(answer?.Body instanceof Readable)) return undefined
      const whole = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength)
      return { ...describe(key, { ...answer, Size: whole }), stream: answer.Body }
    },

    async head(key) {
      const answer = await client
        .send(new HeadObjectCommand(at(s3, key)))
        .catch(absent)
        .catch(unavailable)
      return answer && describe(key, { ...answer, Size: answer.ContentLength })
    },

    async *list(prefix) {
      for await (const objects of pagesOf(s3, prefix)) yield* objects
    },
  }
}

function deleteOperations(s3: Bucket): Pick<Storage, 'delete' | 'deleteAll' | 'removeAbandoned'> {
  const { client, bucket } = s3
  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(at(s3, key))).catch(unavailable)
  }
  return {
    delete: remove,

    // One by one: not every server accepts the multi-object delete of the newest client.
    async deleteAll(prefix) {
      assertKey(prefix.replace(/\/$/, ''))
      for await (const keys of pagesOf(s3, prefix)) {
        const left = keys.map(({ key }) => key)
        const drain = async () => {
          for (let key = left.pop(); key !== undefined; key = left.pop()) await remove(key)
        }
        await Promise.all(Array.from({ length: deletesAtOnce }, drain))
      }
    },

    async removeAbandoned(now = new Date()) {
      const before = now.getTime() - abandonedAfterMs
      try {
        for await (const { Key, UploadId, Initiated } of unfinishedPuts(client, bucket)) {
          if (Initiated && Initiated.getTime() < before) {
            await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(absent)
          }
        }
      } catch (error) {
        unavailable(error)
      }
    },
  }
}

function linkOperations(s3: Bucket): Pick<Storage, 'linkToRead' | 'linkToWrite'> {
  const { signer } = s3
  return {
    async linkToRead(key, { expiresInSeconds, filename, contentType }) {
      const answerWith = {
        ...(contentType && { ResponseContentType: contentType }),
        ...(filename && { ResponseContentDisposition: attachment(filename) }),
      }
      return getSignedUrl(signer, new GetObjectCommand({ ...at(s3, key), ...answerWith }), { expiresIn: expiresInSeconds })
    },

    // A link to S3 can require one size but no maximum, so the size is checked when the upload is confirmed.
    async linkToWrite(key, { expiresInSeconds, contentType, exactBytes }) {
      const length = exactBytes === undefined ? {} : { ContentLength: exactBytes }
      const put = new PutObjectCommand({ ...at(s3, key), ContentType: contentType, ...length })
      const signableHeaders = new Set(['content-type', 'host', ...(exactBytes === undefined ? [] : ['content-length'])])
      return getSignedUrl(signer, put, { expiresIn: expiresInSeconds, signableHeaders })
    },
  }
}

async function* pagesOf({ client, bucket }: Bucket, prefix: string): AsyncGenerator<StoredObject[]> {
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
      yield (page.Contents ?? []).map(({ Key = '', ...facts }) => describe(Key, facts))
    }
  } catch (error) {
    unavailable(error)
  }
}

/** Multipart uploads that were neither completed nor aborted. */
async function* unfinishedPuts(client: S3Client, bucket: string): AsyncGenerator<MultipartUpload> {
  let from = {}
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...from }))
    yield* page.Uploads ?? []
    if (!page.IsTruncated) return
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}

/** Retries for some seconds while S3 is unavailable: hours of encoding may depend on one file. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of backoffMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      await wait(pauseMs)
    }
  }
  return work()
}

interface Facts {
  Size?: number | undefined
  LastModified?: Date | undefined
  ETag?: string | undefined
}

/** Some servers omit the quotes in XML. */
const unquoted = (etag: string | undefined): string | undefined => etag?.replaceAll('"', '')

const describe = (key: string, { Size = 0, LastModified = new Date(0), ETag = '""' }: Facts): StoredObject => ({
  key,
  size: Size,
  modifiedAt: LastModified,
  etag: ETag,
})

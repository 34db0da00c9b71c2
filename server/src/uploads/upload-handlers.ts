import { Failure } from '@video-forge/contract/errors'
import type { Video } from '@video-forge/contract/gallery'
import { isUploadName, isUploadType, uploadTooLarge, uploadTypes } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import type { Insertable } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import { findSameAs, findSameContent } from '../platform/content/same-content.ts'
import type { SessionLocks } from '../platform/database/locks/session-locks.ts'
import { newId } from '../platform/database/new-id.ts'
import { originalDate } from '../platform/database/original-date.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'
import { confirmUpload, inspectUpload, type ReserveSpace, type UploadDeps } from './confirm-upload.ts'
import type { Receiver } from './receive.ts'
import { uploadHours } from './sweep-uploads.ts'
import { idInKey, keyOfUpload } from './upload-key.ts'

type UploadKeys =
  | 'POST /upload/generate-url'
  | 'GET /upload/limits'
  | 'POST /metadata/extract'
  | 'POST /upload/confirm'
  | 'DELETE /upload/{id}'

interface HandlerDeps extends UploadDeps {
  receiver: Receiver
  resumable: ResumableStore
  locks: Pick<SessionLocks, 'acquire'>
  reserveSpace: ReserveSpace
  /** A video as its owner sees it. */
  describeVideo: (id: string, origin: string) => Promise<Video>
}

/** Each open upload can occupy the maximum size on the disk for a day, also for users without a quota. */
const maxOpenUploads = 20

/** A PUT must start within this time. S3 accepts any number of them until then, even after the end of the upload. */
const linkSeconds = 3600

/** How long discarding an upload waits for a request that is still sending it. */
const discardWaitMs = 3000

export function uploadHandlers(parts: HandlerDeps): Handlers<UploadKeys> {
  const { db, storage, receiver, resumable, maxUploadBytes } = parts
  return {
    'POST /upload/generate-url': async ({ body, caller, facts }) => {
      const { filename, contentType, size, createdAt } = body
      if (!isUploadType(contentType) || !isUploadName(filename)) throw new Failure('WRONG_TYPE', sentences.uploadWrongType)
      if (size !== undefined && size > maxUploadBytes) throw new Failure('TOO_LARGE', uploadTooLarge(maxUploadBytes))
      // Lists are in the order of ids, so the id has the time of the video.
      const publishedAt = createdAt === undefined ? undefined : originalDate(createdAt)
      const id = newId(publishedAt?.getTime())
      const s3Key = keyOfUpload(id, filename, contentType)
      const dated = publishedAt && { published_at: publishedAt }
      await insertUpload(parts, {
        id,
        user_id: caller.userId,
        s3_key: s3Key,
        filename,
        content_type: contentType,
        size: size ?? null,
        ...dated,
      })
      const exact = size === undefined ? {} : { exactBytes: size }
      const link = await storage.linkToWrite(s3Key, { expiresInSeconds: linkSeconds, contentType, maxBytes: maxUploadBytes, ...exact })
      return {
        uploadUrl: new URL(link, facts.origin).href,
        s3Key,
        expiresAt: new Date(Date.now() + uploadHours * 3_600_000).toISOString(),
        uploadUrlExpiresAt: new Date(Date.now() + linkSeconds * 1000).toISOString(),
        resumableUrl: facts.origin + receiver.pathOf(id),
      }
    },

    'GET /upload/limits': async () => ({ maxBytes: maxUploadBytes, types: [...uploadTypes] }),

    'POST /metadata/extract': async ({ body, caller: { userId }, facts }) => {
      const { metadata, contentHash } = await inspectUpload(parts, userId, body.s3Key, facts.disconnectSignal())
      return { metadata, duplicateOf: await findSameContent(db, userId, contentHash, idInKey(body.s3Key)) }
    },

    'POST /upload/confirm': async ({ body, caller: { userId }, facts }) => {
      const id = await confirmUpload(parts, userId, body, facts.disconnectSignal())
      return { video: await parts.describeVideo(id, facts.origin), duplicateOf: await findSameAs(db, userId, id) }
    },

    'DELETE /upload/{id}': async ({ params, caller }) => {
      const own = db.deleteFrom('uploads').where('id', '=', params.id).where('user_id', '=', caller.userId)
      const { numDeletedRows } = await own.where('confirmed_at', 'is', null).executeTakeFirst()
      if (numDeletedRows === 0n) throw new Failure('NOT_FOUND', 'There is no such upload.')
      // A request that is still sending is aborted. If that takes too long, its file is not stored, and a task removes the rest.
      const release = await parts.locks.acquire(params.id, AbortSignal.timeout(discardWaitMs), () => {}).catch(() => undefined)
      await resumable.remove(params.id).finally(() => release?.())
      return { result: { id: params.id } }
    },
  }
}

type NewUpload = Omit<Insertable<Tables['uploads']>, 'reserved_bytes'> & { size: number | null }

/** Reserves quota for a new upload; the lock on the user's quota also makes the count of open uploads exact. */
async function insertUpload({ db, reserveSpace, maxUploadBytes }: HandlerDeps, upload: NewUpload): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const reserved_bytes = await reserveSpace(transaction, upload.user_id, { announcedBytes: upload.size ?? undefined, maxUploadBytes })
    const { open } = await transaction
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<string>().as('open'))
      .where('user_id', '=', upload.user_id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(open) >= maxOpenUploads) {
      throw new Failure('TOO_MANY_REQUESTS', 'Too many uploads are open. Finish or discard some of them first.', { retryAfter: 3600 })
    }
    await transaction
      .insertInto('uploads')
      .values({ ...upload, reserved_bytes })
      .execute()
  })
}

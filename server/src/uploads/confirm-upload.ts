import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import { uploadTooLarge } from '@video-forge/contract/rules/upload-rules'
import { cutText } from '@video-forge/contract/text/cut-text'
import { factsVersion } from '@video-forge/media/probing/source-facts'
import { type Selectable, sql, type Transaction } from 'kysely'
import { type CaptionWish, captionWishColumns } from '../platform/database/caption-choice.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Turn } from '../platform/probe-queue.ts'
import { type LocalCopies, type LocalSource, NotStored } from '../platform/storage/file-copies.ts'
import { ObjectReplaced, type Storage, type StoredObject } from '../platform/storage/storage.ts'
import { checkTookTooLong, type Inspected } from './inspect-file.ts'
import type { Receiver } from './receive.ts'
import { storedContent } from './upload-content.ts'
import { idInKey } from './upload-key.ts'

/** Reserves bytes of the owner's quota for an upload, and returns how many. Throws if the quota is not enough. */
export type ReserveSpace = (
  transaction: Transaction<Tables>,
  userId: string,
  space: { announcedBytes: number | undefined; maxUploadBytes: number; ofUpload?: string },
) => Promise<number>

export interface UploadDeps {
  db: Db
  storage: Storage
  receiver: Pick<Receiver, 'settle'>
  copies: LocalCopies
  maxUploadBytes: number
  /** Throws if the quota does not allow so many more bytes. Concurrent calls for one user are serialized. */
  checkSpace: (transaction: Transaction<Tables>, userId: string, more: { bytes: number; ofUpload?: string }) => Promise<void>
  inspect: (source: LocalSource) => Promise<Inspected>
  /** Each probe costs a process, and a copy if the storage is remote, so users are queued fairly. */
  probe: Turn
  /** Makes a shareable copy of an original with private data. Never fails. */
  shareOriginal: (id: string) => Promise<void>
}

export interface ConfirmRequest extends CaptionWish {
  s3Key: string
  title?: string | undefined
  description?: string | undefined
  /** Private by default: nothing is public before its owner says so. */
  visibility?: 'public' | 'private' | undefined
  /** Of an imported video: when it was first published. */
  createdAt?: Date | undefined
}

type UploadRow = Selectable<Tables['uploads']>

/** The request that waits for a copy has timed out by then. */
const copyMs = 120_000
/** A large file may be described long before all of it has arrived from remote storage. Its hash is then left to its job. */
const hashMs = 200

export const uploadNotFound = () => new Failure('NOT_FOUND', 'There is no such upload.')
const wasReplaced = () => new Failure('CONFLICT', 'The file was replaced while it was being checked. Please try again.')
const notArrived = () => new Failure('NOT_FOUND', 'The file has not been uploaded yet. Upload it first, then try again.')

/** The owner is part of the query, so that the upload of another user is not found. */
export async function ownUpload(db: Db, userId: string, s3Key: string): Promise<UploadRow> {
  const row = await db.selectFrom('uploads').selectAll().where('s3_key', '=', s3Key).where('user_id', '=', userId).executeTakeFirst()
  if (!row) throw uploadNotFound()
  return row
}

/** The video of an upload, found by its id, because the row of the upload is deleted after a day. */
const ownVideo = (db: Db, userId: string, s3Key: string) =>
  db.selectFrom('videos').select('original_key').where('id', '=', idInKey(s3Key)).where('user_id', '=', userId).executeTakeFirst()

/** The name of an original in its folder. */
export const sourceName = (s3Key: string): string => `source${/\.\w{1,5}$/.exec(s3Key)?.[0] ?? ''}`

const originalKey = (id: string, s3Key: string): string => `videos/${id}/original/${sourceName(s3Key)}`

/** The stored file: still as an upload, or already as the original of a video, under `movedKey`. */
async function locate(
  { storage, receiver, maxUploadBytes }: UploadDeps,
  { id, s3_key }: UploadRow,
  movedKey = originalKey(id, s3_key),
): Promise<StoredObject> {
  const original = () => storage.head(movedKey)
  const moved = await original()
  if (moved) return moved
  if (!(await storage.head(s3_key))) await receiver.settle(id)
  // The original is looked up again: the file may have been moved between the two requests.
  const found = (await storage.head(s3_key)) ?? (await original())
  if (!found) throw notArrived()
  // S3 links cannot limit the size, so it is checked here.
  if (found.key === s3_key && found.size > maxUploadBytes) {
    await storage.delete(s3_key)
    throw new Failure('TOO_LARGE', uploadTooLarge(maxUploadBytes))
  }
  return found
}

interface InspectedUpload extends Inspected {
  /** Identifies the inspected file: the client can replace it until the upload is confirmed. */
  etag: string
  /** What the bytes are; null when that was not computed. */
  contentHash: Buffer | null
}

/** The hash that was computed while the file arrived, or was copied, if it is still the same file. */
const storedHash = ({ content }: UploadRow, etag: string): Buffer | null =>
  content?.etag === etag ? Buffer.from(content.hash, 'hex') : null

function storedInspection(row: UploadRow): InspectedUpload | undefined {
  const { metadata, mime_type: mimeType } = row
  if (!metadata) return undefined
  const { etag, privacy } = metadata
  return { metadata: metadata.found, etag, privacy, mimeType, contentHash: storedHash(row, etag) }
}

/** Inspects the file of an upload once, and stores the result. `movedKey` is where the file goes next, if not to a video of its own. */
export async function inspectUpload(
  parts: UploadDeps,
  userId: string,
  s3Key: string,
  signal?: AbortSignal,
  movedKey?: string,
): Promise<InspectedUpload> {
  const row = await ownUpload(parts.db, userId, s3Key)
  const { key, etag } = await locate(parts, row, movedKey)
  const known = storedInspection(row)
  if (known?.etag === etag) return known
  const look = async (source: LocalSource): Promise<InspectedUpload> => {
    const inspected = await parts.inspect(source)
    return { ...inspected, etag, contentHash: (await within(hashMs, source.hash())) ?? storedHash(row, etag) }
  }
  const copying = { etag, isHashed: true, timeoutMs: copyMs, isContinued: true }
  const inspect = () => parts.probe(userId, () => parts.copies.use(key, look, copying), signal)
  const result = await inspect().catch(async (error) => {
    // A concurrent request may have inspected and moved the file meanwhile.
    const other = storedInspection(await ownUpload(parts.db, userId, s3Key))
    if (other?.etag === etag) return other
    throw error instanceof ObjectReplaced ? wasReplaced() : error instanceof NotStored ? notArrived() : afterTimeout(error)
  })
  await parts.db
    .updateTable('uploads')
    .set({
      metadata: JSON.stringify({ etag, found: result.metadata, privacy: result.privacy }),
      mime_type: result.mimeType,
      reserved_bytes: result.metadata.size,
      ...(result.contentHash && { content: storedContent(etag, result.contentHash) }),
      ...(result.facts && { facts: JSON.stringify({ version: factsVersion, facts: result.facts }) }),
    })
    .where('id', '=', row.id)
    .execute()
  return result
}

/**
 * Turns an upload into a video with the same id. The file is moved away from the address of the upload link, so that the inspected
 * file is the one people watch. After a crash between the move and the commit the upload can be confirmed again; a second call
 * returns the existing video.
 */
export async function confirmUpload(parts: UploadDeps, userId: string, request: ConfirmRequest, signal?: AbortSignal): Promise<string> {
  const { id, isShared } = await untilVerified(() => confirmOnce(parts, userId, request, signal))
  const sharing = isShared ? undefined : parts.shareOriginal(id)
  // A private video is not shared yet, so nobody waits for the copy.
  if (request.visibility === 'public') await sharing
  return id
}

class Unverified extends Error {}

/** Once more if the file was moved without being verified: to a place that the upload link cannot write to, where it is inspected. */
export const untilVerified = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  attempt().catch((error) => {
    if (error instanceof Unverified) return attempt()
    throw error
  })

async function confirmOnce(
  parts: UploadDeps,
  userId: string,
  request: ConfirmRequest,
  signal: AbortSignal | undefined,
): Promise<{ id: string; isShared: boolean }> {
  const { db } = parts
  if (await ownVideo(db, userId, request.s3Key)) return { id: idInKey(request.s3Key), isShared: false }
  const { id, filename, confirmed_at, published_at } = await ownUpload(db, userId, request.s3Key)
  const createdAt = request.createdAt ?? published_at
  if (confirmed_at) throw uploadNotFound()
  const { metadata, mimeType, etag, privacy, contentHash } = await inspectUpload(parts, userId, request.s3Key, signal)
  const { duration, width, height, videoCodec: video_codec, audioCodec: audio_codec } = metadata
  const original_key = originalKey(id, request.s3Key)
  await db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('uploads').select('confirmed_at').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw uploadNotFound()
    if (row.confirmed_at) return
    await parts.checkSpace(transaction, userId, { bytes: metadata.size, ofUpload: id })
    await transaction
      .insertInto('videos')
      .values({
        id,
        user_id: userId,
        title: cutText(request.title || filename, limits.titleMaxLength),
        description: request.description ?? '',
        visibility: request.visibility ?? 'private',
        ...captionWishColumns(request),
        ...(createdAt && { created_at: createdAt }),
        status: mimeType ? 'uploaded' : 'processing',
        original_key,
        original_mime: mimeType,
        original_name: filename,
        content_hash: contentHash,
        waiting_bytes: metadata.size,
        source_facts: sql<string>`(select facts from uploads where id = ${id})`,
        // Without private data the original itself is shared.
        ...(privacy === 'nothing' && { shared_key: original_key }),
        ...((privacy === 'nothing' || privacy === 'unknown') && { shared_checked_at: new Date() }),
        ...{ duration, width, height, video_codec, audio_codec },
      })
      .execute()
    await transaction.updateTable('uploads').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    await moveInspected(parts, request.s3Key, original_key, etag)
  })
  return { id, isShared: privacy === 'nothing' }
}

/**
 * The upload link still allows writing, so only the inspected file is moved. It is already there if an earlier try was interrupted after
 * the move; then it must be the inspected one.
 */
export async function moveInspected(
  { storage, copies }: Pick<UploadDeps, 'storage' | 'copies'>,
  from: string,
  to: string,
  etag: string,
): Promise<void> {
  const there = await storage.head(to)
  if (there && there.etag !== etag) throw wasReplaced()
  if (there) return
  const moved = await storage.takeOver(from, to, etag).catch((error) => {
    throw error instanceof ObjectReplaced ? wasReplaced() : error
  })
  if (moved === 'unverified') throw new Unverified()
  if (moved === 'absent') throw notArrived()
  copies.moved(from, to)
}

/** Uses the file of an upload as a source, whether it is a video already or not. */
export async function withUpload<Result>(
  parts: UploadDeps,
  userId: string,
  s3Key: string,
  use: (path: string) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const video = await ownVideo(parts.db, userId, s3Key)
  const key = video?.original_key ?? (await locate(parts, await ownUpload(parts.db, userId, s3Key))).key
  const useWhole = async ({ whole }: LocalSource): Promise<Result> => use(await whole())
  return parts
    .probe(userId, () => parts.copies.use(key, useWhole, { timeoutMs: copyMs }), signal)
    .catch((error) => {
      throw error instanceof NotStored ? uploadNotFound() : afterTimeout(error)
    })
}

const afterTimeout = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'TimeoutError' ? checkTookTooLong(error) : error

/** Undefined if it takes longer. */
async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  const decided = new AbortController()
  const over = wait(ms, undefined, { signal: decided.signal }).catch(() => undefined)
  try {
    return await Promise.race([value, over])
  } finally {
    decided.abort()
  }
}

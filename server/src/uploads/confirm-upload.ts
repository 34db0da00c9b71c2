import { Failure } from '@video-forge/contract/errors'
import { cutText } from '@video-forge/contract/rules/cut-text'
import { limits } from '@video-forge/contract/rules/limits'
import { uploadTooLarge } from '@video-forge/contract/rules/upload-rules'
import type { Selectable, Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Turn } from '../platform/probe-queue.ts'
import { ObjectReplaced, type Storage, type StoredObject } from '../platform/storage/storage.ts'
import { withLocalFile } from '../platform/storage/with-local-file.ts'
import type { Inspected } from './inspect-file.ts'
import type { Receiver } from './receive.ts'
import { idInKey } from './upload-key.ts'

/** How many bytes an upload may bring, held of its owner's quota from now on. Throws when there is no room for them. */
export type ReserveRoom = (
  transaction: Transaction<Tables>,
  userId: string,
  room: { announcedBytes: number | undefined; maxUploadBytes: number; ofUpload?: string },
) => Promise<number>

export interface UploadDeps {
  db: Db
  storage: Storage
  receiver: Pick<Receiver, 'settle'>
  /** Where a copy may lie for a moment, when storage is not on this machine. */
  scratch: string
  maxUploadBytes: number
  /** Throws when a person may not keep so much more; two who ask at once are answered one after the other. */
  checkRoom: (transaction: Transaction<Tables>, userId: string, more: { bytes: number; ofUpload?: string }) => Promise<void>
  inspect: (path: string) => Promise<Inspected>
  /** Each look costs a process, and a copy where storage is elsewhere, so people take turns. */
  probe: Turn
  /** Makes what others get of an original that has something private in it. Never fails. */
  shareOriginal: (id: string) => Promise<void>
}

export interface ConfirmRequest {
  s3Key: string
  title?: string | undefined
  description?: string | undefined
  /** Private when left out: nothing is public before its owner said so. */
  visibility?: 'public' | 'private' | undefined
}

type UploadRow = Selectable<Tables['uploads']>

const notThere = () => new Failure('NOT_FOUND', 'There is no such upload.')
const wasReplaced = () => new Failure('CONFLICT', 'The file was replaced while it was being checked. Please try again.')
const notArrived = () => new Failure('NOT_FOUND', 'The file has not arrived yet. Send it first, then go on.')

/** The owner is part of the question, so somebody else's upload is not there. */
async function ownUpload(db: Db, userId: string, s3Key: string): Promise<UploadRow> {
  const row = await db.selectFrom('uploads').selectAll().where('s3_key', '=', s3Key).where('user_id', '=', userId).executeTakeFirst()
  if (!row) throw notThere()
  return row
}

/** What an upload has become. It is known by its id alone, because an upload's row is forgotten after a day. */
const ownVideo = (db: Db, userId: string, s3Key: string) =>
  db.selectFrom('videos').select('original_key').where('id', '=', idInKey(s3Key)).where('user_id', '=', userId).executeTakeFirst()

const originalKey = (id: string, s3Key: string): string => `videos/${id}/original/source${/\.\w{1,5}$/.exec(s3Key)?.[0] ?? ''}`

/** Where the bytes lie at this moment: still as an upload, or already as a video's original. */
async function placeOf({ storage, receiver, maxUploadBytes }: UploadDeps, { id, s3_key }: UploadRow): Promise<StoredObject> {
  const original = () => storage.head(originalKey(id, s3_key))
  const moved = await original()
  if (moved) return moved
  if (!(await storage.head(s3_key))) await receiver.settle(id)
  // Asked for the original once more: it may have been moved there between the questions.
  const found = (await storage.head(s3_key)) ?? (await original())
  if (!found) throw notArrived()
  // A link to write into S3 can't say how much it takes, so what came by one is measured here.
  if (found.key === s3_key && found.size > maxUploadBytes) {
    await storage.delete(s3_key)
    throw new Failure('TOO_LARGE', uploadTooLarge(maxUploadBytes))
  }
  return found
}

interface Looked extends Inspected {
  /** Which file this is about: as long as it is an upload, its sender may put another one in its place. */
  etag: string
}

const lookedBefore = ({ metadata, mime_type: mimeType }: UploadRow): Looked | undefined =>
  metadata ? { metadata: metadata.found, etag: metadata.etag, privacy: metadata.privacy, mimeType } : undefined

/** What is in an upload, looked at once for each file that comes and written down. */
export async function inspectUpload(parts: UploadDeps, userId: string, s3Key: string, signal?: AbortSignal): Promise<Looked> {
  const row = await ownUpload(parts.db, userId, s3Key)
  const { key, etag } = await placeOf(parts, row)
  const known = lookedBefore(row)
  if (known?.etag === etag) return known
  const look = async (): Promise<Looked> => {
    const inspected = await parts.probe(userId, () => withLocalFile(parts.storage, key, parts.scratch, parts.inspect, etag), signal)
    if (!inspected) throw notArrived()
    return { ...inspected, etag }
  }
  const looked = await look().catch(async (error) => {
    // Somebody who asked at the same time may have looked and moved it away meanwhile.
    const other = lookedBefore(await ownUpload(parts.db, userId, s3Key))
    if (other?.etag !== etag) throw error instanceof ObjectReplaced ? wasReplaced() : error
    return other
  })
  await parts.db
    .updateTable('uploads')
    .set({
      metadata: JSON.stringify({ etag, found: looked.metadata, privacy: looked.privacy }),
      mime_type: looked.mimeType,
      reserved_bytes: looked.metadata.size,
    })
    .where('id', '=', row.id)
    .execute()
  return looked
}

/**
 * Makes a video of an upload, under the upload's own id. The file moves away from the address that whoever has the upload link
 * may still write to, so what was looked at is what will be watched. A crash between the move and the commit leaves an
 * upload that can be confirmed again; a second call finds the video and answers it.
 */
export async function confirmUpload(parts: UploadDeps, userId: string, request: ConfirmRequest, signal?: AbortSignal): Promise<string> {
  const { id, isShared } = await confirmOnce(parts, userId, request, signal).catch((error) => {
    // It lies where nobody else can write by now, so it is looked at there.
    if (error instanceof Unverified) return confirmOnce(parts, userId, request, signal)
    throw error
  })
  const shared = isShared ? undefined : parts.shareOriginal(id)
  // As long as it is private nobody waits for what others get.
  if (request.visibility === 'public') await shared
  return id
}

class Unverified extends Error {}

async function confirmOnce(
  parts: UploadDeps,
  userId: string,
  request: ConfirmRequest,
  signal: AbortSignal | undefined,
): Promise<{ id: string; isShared: boolean }> {
  const { db, storage } = parts
  if (await ownVideo(db, userId, request.s3Key)) return { id: idInKey(request.s3Key), isShared: false }
  const { id, filename, confirmed_at } = await ownUpload(db, userId, request.s3Key)
  if (confirmed_at) throw notThere()
  const { metadata, mimeType, etag, privacy } = await inspectUpload(parts, userId, request.s3Key, signal)
  const { duration, width, height, videoCodec: video_codec, audioCodec: audio_codec } = metadata
  const original_key = originalKey(id, request.s3Key)
  await db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('uploads').select('confirmed_at').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notThere()
    if (row.confirmed_at) return
    await parts.checkRoom(transaction, userId, { bytes: metadata.size, ofUpload: id })
    await transaction
      .insertInto('videos')
      .values({
        id,
        user_id: userId,
        title: cutText(request.title || filename, limits.titleMaxLength),
        description: request.description ?? '',
        visibility: request.visibility ?? 'private',
        status: mimeType ? 'uploaded' : 'processing',
        original_key,
        original_mime: mimeType,
        original_name: filename,
        waiting_bytes: metadata.size,
        // Nothing to hide: others get the very same file, and at once.
        ...(privacy === 'nothing' && { shared_key: original_key }),
        ...((privacy === 'nothing' || privacy === 'unknown') && { shared_checked_at: new Date() }),
        ...{ duration, width, height, video_codec, audio_codec },
      })
      .execute()
    await transaction.updateTable('uploads').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    // There already when an earlier try was cut off after the move; then that must be what was looked at.
    const moved = await storage.head(original_key)
    if (moved && moved.etag !== etag) throw wasReplaced()
    if (!moved) await moveLookedAt(storage, request.s3Key, original_key, etag)
  })
  return { id, isShared: privacy === 'nothing' }
}

/** Whoever has the upload link may still write to its address, so only the file that was looked at is taken from there. */
async function moveLookedAt(storage: Storage, from: string, to: string, etag: string): Promise<void> {
  const moved = await storage.takeOver(from, to, etag).catch((error) => {
    throw error instanceof ObjectReplaced ? wasReplaced() : error
  })
  if (moved === 'unverified') throw new Unverified()
  if (moved === 'absent') throw notArrived()
}

/** Lends the file behind a key that the caller may use as a source, whether it is a video already or not. */
export async function withUpload<Result>(
  parts: UploadDeps,
  userId: string,
  s3Key: string,
  use: (path: string) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const video = await ownVideo(parts.db, userId, s3Key)
  const key = video?.original_key ?? (await placeOf(parts, await ownUpload(parts.db, userId, s3Key))).key
  const result = await parts.probe(userId, () => withLocalFile(parts.storage, key, parts.scratch, use), signal)
  if (result === undefined) throw notThere()
  return result
}

import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../platform/database/database.ts'
import type { SessionLocks } from '../platform/database/locks/session-locks.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { ReserveSpace } from './confirm-upload.ts'
import { contentOf } from './upload-content.ts'
import { idInKey } from './upload-key.ts'

interface WriterDeps {
  db: Db
  storage: Pick<Storage, 'head'>
  locks: Pick<SessionLocks, 'tryAcquire'>
  maxUploadBytes: number
  reserveSpace: ReserveSpace
}

interface WriteTerms {
  maxBytes: number
  /** Aborted when the upload is discarded or arrives by another request. */
  signal: AbortSignal
  tooLarge: () => Failure
  /** Puts the received file in place; rejects if the upload is no longer open. */
  commit: (place: () => Promise<void>, size: number, contentHash: Buffer) => Promise<void>
}

export type WriteUpload = (s3Key: string, write: (terms: WriteTerms) => Promise<void>) => Promise<void>

const ended = () => new Failure('NOT_FOUND', 'This upload has ended. Please start a new one.')

/**
 * Receives the file of an open upload, one request at a time across all processes. The row is locked while the file is put in place,
 * as it is when the upload is confirmed or discarded, so that no file appears after the end of its upload.
 */
export function createUploadWriter({ db, storage, locks, maxUploadBytes, reserveSpace }: WriterDeps): WriteUpload {
  const openRow = (s3Key: string, connection: Pick<Db, 'selectFrom'> = db) =>
    connection.selectFrom('uploads').select(['id', 'user_id', 'size']).where('s3_key', '=', s3Key).where('confirmed_at', 'is', null)

  /** The limit without an announced size. Reserved again, because an earlier file of this upload may have freed some quota. */
  const reserve = (id: string, userId: string): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const bytes = await reserveSpace(transaction, userId, { announcedBytes: undefined, maxUploadBytes, ofUpload: id })
      await transaction.updateTable('uploads').set({ reserved_bytes: bytes }).where('id', '=', id).execute()
      return bytes
    })

  const termsFor = async (s3Key: string, signal: AbortSignal): Promise<WriteTerms> => {
    const row = await openRow(s3Key).executeTakeFirst()
    if (!row) throw ended()
    const announced = row.size === null ? undefined : Number(row.size)
    const maxBytes = announced ?? (await reserve(row.id, row.user_id))
    return {
      maxBytes,
      signal,
      tooLarge: () => {
        if (announced !== undefined) return new Failure('TOO_LARGE', 'The file is larger than announced.')
        return new Failure('QUOTA_REACHED', 'This file does not fit into your storage. Delete videos you no longer need, then try again.')
      },
      commit: (place, size, contentHash) =>
        db.transaction().execute(async (transaction) => {
          const open = await openRow(s3Key, transaction).forUpdate().executeTakeFirst()
          if (!open) throw ended()
          await place()
          const content = await contentOf(storage, s3Key, contentHash)
          await transaction
            .updateTable('uploads')
            .set({ reserved_bytes: size, ...content })
            .where('id', '=', open.id)
            .execute()
        }),
    }
  }

  return async (s3Key, write) => {
    const superseded = new AbortController()
    const stop = () => superseded.abort(ended())
    // A lost lock does no harm: a concurrent request also puts a whole file in place.
    const release = await locks.tryAcquire(idInKey(s3Key), { onWanted: stop, onLost: () => {} })
    if (!release) throw new Failure('CONFLICT', 'This file is already being uploaded. Wait until that is done, then try again.')
    try {
      await write(await termsFor(s3Key, superseded.signal))
    } finally {
      await release()
    }
  }
}

import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../platform/database/database.ts'
import type { SessionLocks } from '../platform/database/session-locks.ts'
import type { ReserveRoom } from './confirm-upload.ts'
import { idInKey } from './upload-key.ts'

interface WriteParts {
  db: Db
  locks: Pick<SessionLocks, 'tryAcquire'>
  maxUploadBytes: number
  reserveRoom: ReserveRoom
}

interface WriteTerms {
  maxBytes: number
  /** Aborted when the same file is discarded, or comes another way. */
  signal: AbortSignal
  tooLarge: () => Failure
  /** Puts the received file in place if the upload is still open at this moment; else it rejects. */
  commit: (place: () => Promise<void>, size: number) => Promise<void>
}

/** Writes the file of an upload by what it is told. */
export type WriteUpload = (s3Key: string, write: (terms: WriteTerms) => Promise<void>) => Promise<void>

const over = () => new Failure('NOT_FOUND', 'This upload is over. Please start a new one.')

/**
 * Takes the file of an open upload, from one sender at a time, whichever process they came to. Its row is locked for the moment in
 * which the file is put in place, as it is by whoever confirms or discards the upload: what ends later than the upload never lands.
 */
export function createUploadWriter({ db, locks, maxUploadBytes, reserveRoom }: WriteParts): WriteUpload {
  const openRow = (s3Key: string, connection: Pick<Db, 'selectFrom'> = db) =>
    connection.selectFrom('uploads').select(['id', 'user_id', 'size']).where('s3_key', '=', s3Key).where('confirmed_at', 'is', null)

  /** What a sender who announced nothing may bring. Asked again, because an earlier file of this upload may have given room back. */
  const roomFor = (id: string, userId: string): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const bytes = await reserveRoom(transaction, userId, { announcedBytes: undefined, maxUploadBytes, ofUpload: id })
      await transaction.updateTable('uploads').set({ reserved_bytes: bytes }).where('id', '=', id).execute()
      return bytes
    })

  const termsFor = async (s3Key: string, signal: AbortSignal): Promise<WriteTerms> => {
    const row = await openRow(s3Key).executeTakeFirst()
    if (!row) throw over()
    const announced = row.size === null ? undefined : Number(row.size)
    const maxBytes = announced ?? (await roomFor(row.id, row.user_id))
    return {
      maxBytes,
      signal,
      tooLarge: () => {
        if (announced !== undefined) return new Failure('TOO_LARGE', 'The file is larger than was announced.')
        return new Failure('QUOTA_REACHED', 'Your storage has no room for this file. Delete videos you no longer need, then try again.')
      },
      commit: (place, size) =>
        db.transaction().execute(async (transaction) => {
          const open = await openRow(s3Key, transaction).forUpdate().executeTakeFirst()
          if (!open) throw over()
          await place()
          await transaction.updateTable('uploads').set({ reserved_bytes: size }).where('id', '=', open.id).execute()
        }),
    }
  }

  return async (s3Key, write) => {
    const takenOver = new AbortController()
    const stop = () => takenOver.abort(over())
    // A lost lock is no reason to end: whoever comes in between puts a whole file in place too.
    const release = await locks.tryAcquire(idInKey(s3Key), { onWanted: stop, onLost: () => {} })
    if (!release) throw new Failure('CONFLICT', 'This file is being sent already. Wait until that has ended, then try again.')
    try {
      await write(await termsFor(s3Key, takenOver.signal))
    } finally {
      await release()
    }
  }
}

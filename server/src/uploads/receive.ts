import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type Locker, Upload } from '@tus/server'
import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../platform/database/database.ts'
import type { SessionLocks } from '../platform/database/session-locks.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { TusServer } from './tus-server.ts'

/** How long a request waits for the one before it to let go. */
const lockMs = 30_000

interface ReceiverDeps {
  /** Where requests to these addresses are answered, for instance /resumable. */
  path: string
  db: Db
  storage: Storage
  resumable: ResumableStore
  locks: SessionLocks
  secret: string
  maxUploadBytes: number
}

export interface Receiver {
  /** The path that takes this upload in pieces; whoever holds it may send. */
  pathOf(id: string): string
  /** Answers a request to such a path. */
  handle(id: string, signature: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Puts a file whose last piece has come into storage, should a crash have come in between. */
  settle(id: string): Promise<void>
}

/**
 * Uploads in pieces (tus 1.0). The address is signed, so a piece needs no token that may run out on the way. The upload is made
 * in the store at the first request to its address; with its last piece the file goes into storage, and from then on
 * the address only says that all of it has arrived, so that a client who missed the last answer learns it.
 */
export function createReceiver({ path, db, storage, resumable, locks, secret, maxUploadBytes }: ReceiverDeps): Receiver {
  const { datastore } = resumable
  const locker = createLocker(locks)
  const signatureOf = (id: string) => createHmac('sha256', secret).update(`resumable upload ${id}`).digest('base64url')

  /** Under the lock of the row, as whoever confirms or discards it: the file of an upload that is over goes nowhere but away. */
  const land = async (id: string, size: number | undefined): Promise<boolean> => {
    const landed = await db.transaction().execute(async (transaction) => {
      const open = transaction.selectFrom('uploads').select('s3_key').where('id', '=', id).where('confirmed_at', 'is', null)
      const row = await open.forUpdate().executeTakeFirst()
      if (!row) return undefined
      if (!(await resumable.finish(id, row.s3_key))) return false
      if (size !== undefined) await transaction.updateTable('uploads').set({ reserved_bytes: size }).where('id', '=', id).execute()
      return true
    })
    if (landed === undefined) await resumable.remove(id)
    return landed ?? true
  }

  /** All pieces may be there while another process still makes a file of them: then that one lands it. */
  const settle = async (id: string) => {
    const upload = await datastore.getUpload(id).catch(() => undefined)
    if (upload?.size !== undefined && upload.offset === upload.size) await land(id, upload.size)
  }

  /** What was announced, or reserved for who announced nothing. */
  const maxSizeOf = async (id: string | null) => {
    const row = id && (await db.selectFrom('uploads').select(['size', 'reserved_bytes']).where('id', '=', id).executeTakeFirst())
    return row ? Math.min(Number(row.size ?? row.reserved_bytes ?? maxUploadBytes), maxUploadBytes) : maxUploadBytes
  }

  const tus = new TusServer({
    path,
    datastore,
    locker,
    maxSize: (_request, id) => maxSizeOf(id),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/')[2],
    onUploadFinish: async (_request, { id, size }) => {
      if (!(await land(id, size))) throw new Error('The pieces of this upload are gone.')
      return {}
    },
  })

  const isThere = (id: string) =>
    datastore.getUpload(id).then(
      () => true,
      () => false,
    )

  /** Two requests at once must not both make it: the second would empty what the first has begun to fill. */
  const createOnce = async (id: string, size: number | undefined) => {
    if (await isThere(id)) return
    const release = await locks.acquire(id, AbortSignal.timeout(lockMs), () => {})
    try {
      if (!(await isThere(id))) await datastore.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }))
    } finally {
      await release()
    }
  }

  return {
    pathOf: (id) => `${path}/${id}/${signatureOf(id)}`,
    settle,

    async handle(id, signature, request, response) {
      const given = Buffer.from(signature)
      const right = Buffer.from(signatureOf(id))
      const isGenuine = given.length === right.length && timingSafeEqual(given, right)
      const row = isGenuine
        ? await db.selectFrom('uploads').select(['s3_key', 'size', 'confirmed_at']).where('id', '=', id).executeTakeFirst()
        : undefined
      if (!row) throw new Failure('NOT_FOUND', 'This upload is not there any more. Please start it again.')
      if (row.confirmed_at === null) await settle(id)
      const arrived = await storage.head(row.s3_key)
      if (arrived || row.confirmed_at) {
        sayComplete(request, response, arrived?.size ?? Number(row.size ?? 0))
        return
      }
      await createOnce(id, row.size === null ? undefined : Number(row.size))
      await tus.handle(request, response)
    },
  }
}

/**
 * One request at a time works on an upload, whichever process it came to. One that comes later is from a client that has given the
 * earlier up, so the earlier one is told to end with what it has received.
 */
const createLocker = (locks: SessionLocks): Locker => ({
  newLock(id) {
    let release = async () => {}
    return {
      async lock(stopped, requestRelease) {
        const late = AbortSignal.timeout(lockMs)
        release = await locks
          .acquire(id, AbortSignal.any([stopped, late]), () => void requestRelease())
          .catch((error) => {
            throw late.aborted || stopped.aborted ? ERRORS.ERR_LOCK_TIMEOUT : error
          })
      },
      unlock: () => release(),
    }
  },
})

function sayComplete(request: IncomingMessage, response: ServerResponse, size: number): void {
  const isSending = request.method === 'PATCH' && Number(request.headers['upload-offset']) !== size
  const status = request.method === 'HEAD' ? 200 : isSending ? 409 : 204
  response.writeHead(status, {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': size,
    'Upload-Length': size,
    'Cache-Control': 'no-store',
    ...(isSending && { Connection: 'close' }),
  })
  response.end()
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Upload } from '@tus/server'
import { Failure } from '@video-forge/contract/errors'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import type { SessionLocks } from '../platform/database/locks/session-locks.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { busy, TusServer } from './tus-server.ts'
import { contentOf } from './upload-content.ts'
import { createLocker, lockMs } from './upload-locker.ts'

interface ReceiverDeps {
  /** The path of these addresses, for instance /resumable. */
  path: string
  db: Db
  storage: Storage
  resumable: ResumableStore
  locks: SessionLocks
  secret: string
  maxUploadBytes: number
  log: Logger
}

export interface Receiver {
  /** The signed path of this upload; it needs no other permission. */
  pathOf(id: string): string
  /** Answers a request to this path. */
  handle(id: string, signature: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Moves a complete file into storage if a crash prevented that. */
  settle(id: string): Promise<void>
}

/**
 * Resumable uploads (tus 1.0). The address is signed, so that no token can expire during an upload. The first request creates the
 * upload in the store; after the last part the file moves into storage. From then on the address reports a complete upload, for
 * clients that missed the last answer.
 */
export function createReceiver({ path, db, storage, resumable, locks, secret, maxUploadBytes, log }: ReceiverDeps): Receiver {
  const landing = { db, storage, resumable }
  const sign = (id: string) => createHmac('sha256', secret).update(`resumable upload ${id}`).digest('base64url')

  /** The announced size, or the reserved one if none was announced. */
  const maxSizeOf = async (id: string | null) => {
    const row = id && (await db.selectFrom('uploads').select(['size', 'reserved_bytes']).where('id', '=', id).executeTakeFirst())
    return row ? Math.min(Number(row.size ?? row.reserved_bytes ?? maxUploadBytes), maxUploadBytes) : maxUploadBytes
  }

  const tus = new TusServer({
    path,
    datastore: resumable.datastore,
    locker: createLocker(locks),
    maxSize: (_request, id) => maxSizeOf(id),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/')[2],
    // The library answers with 500 and says nothing about the cause.
    onResponseError: (_request, error) => {
      if (error instanceof Error) log.warn({ err: error }, 'request of a resumable upload failed')
      return undefined
    },
    onUploadFinish: async (_request, { id, size }) => {
      if (!(await landUpload(landing, id, size))) throw new Error('The parts of this upload are missing.')
      return {}
    },
  })

  return {
    pathOf: (id) => `${path}/${id}/${sign(id)}`,
    settle: (id) => settleUpload(landing, id),

    async handle(id, signature, request, response) {
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(id))
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      const row = isGenuine
        ? await db.selectFrom('uploads').select(['s3_key', 'size', 'confirmed_at']).where('id', '=', id).executeTakeFirst()
        : undefined
      if (!row) throw new Failure('NOT_FOUND', 'This upload no longer exists. Please start it again.')
      if (row.confirmed_at === null) await settleUpload(landing, id)
      const arrived = await storage.head(row.s3_key)
      if (arrived || row.confirmed_at) {
        sendComplete(request, response, arrived?.size ?? Number(row.size ?? 0))
        return
      }
      await createOnce(resumable, locks, id, row.size === null ? undefined : Number(row.size))
      await tus.handle(request, response)
    },
  }
}

interface LandingDeps {
  db: Db
  storage: Storage
  resumable: ResumableStore
}

/**
 * Moves a complete file into storage, under the lock of its row: an upload that was confirmed or discarded meanwhile is deleted.
 * False if its parts are missing.
 */
async function landUpload({ db, storage, resumable }: LandingDeps, id: string, size: number | undefined): Promise<boolean> {
  const isLanded = await db.transaction().execute(async (transaction) => {
    const open = transaction.selectFrom('uploads').select('s3_key').where('id', '=', id).where('confirmed_at', 'is', null)
    const row = await open.forUpdate().executeTakeFirst()
    if (!row) return undefined
    const finished = await resumable.finish(id, row.s3_key)
    if (!finished) return false
    const known = { ...(size !== undefined && { reserved_bytes: size }), ...(await contentOf(storage, row.s3_key, finished.contentHash)) }
    if (Object.keys(known).length > 0) await transaction.updateTable('uploads').set(known).where('id', '=', id).execute()
    return true
  })
  if (isLanded === undefined) await resumable.remove(id)
  return isLanded ?? true
}

/** Lands a complete upload that a killed process left behind. If another process is landing it now, that one finishes it. */
async function settleUpload(deps: LandingDeps, id: string): Promise<void> {
  const upload = await deps.resumable.datastore.getUpload(id).catch(() => undefined)
  if (upload?.size !== undefined && upload.offset === upload.size) await landUpload(deps, id, upload.size)
}

/** Of two concurrent requests only one may create the upload: the second would delete what the first has received. */
async function createOnce({ datastore }: ResumableStore, locks: SessionLocks, id: string, size: number | undefined): Promise<void> {
  const exists = () =>
    datastore.getUpload(id).then(
      () => true,
      () => false,
    )
  if (await exists()) return
  const timeout = AbortSignal.timeout(lockMs)
  const release = await locks
    .acquire(id, timeout, () => {})
    .catch((error) => {
      throw timeout.aborted ? new Failure('CONFLICT', busy) : error
    })
  try {
    if (!(await exists())) await datastore.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }))
  } finally {
    await release()
  }
}

function sendComplete(request: IncomingMessage, response: ServerResponse, size: number): void {
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

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/uuid.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'
import type { Storage, StoredObject } from '../platform/storage/storage.ts'
import { idInKey } from './upload-key.ts'

interface StrayDeps {
  db: Db
  storage: Storage
  resumable: ResumableStore
}

/** Files of unfinished steps are younger than this. */
const minAgeMs = 60 * 60 * 1000
const batchSize = 500

/**
 * Removes files without an open upload. They appear because S3 accepts a file by its link after the upload was confirmed or
 * discarded, and because a killed process leaves what it was receiving. A row exists from before the first byte until the file has
 * moved, so a file without a row is never in use.
 */
export async function removeStrays({ db, storage, resumable }: StrayDeps, now = new Date()): Promise<void> {
  const before = now.getTime() - minAgeMs
  for await (const objects of inBatches(storage.list('uploads/'), ({ modifiedAt }) => modifiedAt.getTime() < before)) {
    await removeUnused({ db, storage }, objects)
  }
  for await (const parts of inBatches(resumable.list(), ({ modifiedAt }) => modifiedAt.getTime() < before)) {
    const ids = [...new Set(parts.map(({ id }) => id))]
    const open = await openUploads(db, ids)
    for (const id of ids) if (!open.has(id)) await resumable.remove(id)
  }
  await storage.removeAbandoned(now)
}

export const removeStraysTask = (deps: StrayDeps): Task => ({
  name: 'delete files of ended uploads',
  everyMs: 10 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await removeStrays(deps)
    return false
  },
})

async function removeUnused({ db, storage }: Pick<StrayDeps, 'db' | 'storage'>, objects: StoredObject[]): Promise<void> {
  const uploads = objects.filter(({ key }) => isUuid(idInKey(key)))
  const open = await openUploads(
    db,
    uploads.map(({ key }) => idInKey(key)),
  )
  const keys = uploads.map(({ key }) => key)
  const originals = await sql<{ key: string }>`
    select original_key as key from videos where original_key = any(${keys})
    union select key from trashed_videos, unnest(files) as key where files && ${keys}::text[] and key = any(${keys})`.execute(db)
  const needed = new Set(originals.rows.map(({ key }) => key))
  for (const { key, size } of uploads) {
    if (!open.has(idInKey(key)) && !needed.has(key)) await storage.delete(key)
    // Uploads to S3 by a link are not measured when they arrive.
    else if (open.has(idInKey(key)) && !storage.localPath(key)) await recordSize(db, key, size)
  }
}

const recordSize = (db: Db, s3Key: string, size: number) =>
  db.updateTable('uploads').set({ reserved_bytes: size }).where('s3_key', '=', s3Key).where('confirmed_at', 'is', null).execute()

async function openUploads(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).where('confirmed_at', 'is', null).execute()
  return new Set(rows.map(({ id }) => id))
}

async function* inBatches<Item>(items: AsyncIterable<Item>, isIncluded: (item: Item) => boolean): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    if (isIncluded(item)) batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

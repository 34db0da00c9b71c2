import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/uuid.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'
import type { Storage, StoredObject } from '../platform/storage/storage.ts'
import { idInKey } from './upload-key.ts'

interface StrayParts {
  db: Db
  storage: Storage
  resumable: ResumableStore
}

const everyMs = 10 * 60 * 1000
/** Whatever an unfinished step still needs is younger than this. */
const strayAgeMs = 60 * 60 * 1000
const atOnce = 500

/**
 * Finds files of uploads that no open upload stands for, and removes them: S3 takes a file by its link however long ago the upload was
 * confirmed or discarded, and a killed process leaves what it was receiving. An upload has its row before anybody can send a byte of it, and the
 * row stays until the file has moved, so a file without one is never in use.
 */
export async function removeStrays({ db, storage, resumable }: StrayParts, now = new Date()): Promise<void> {
  const before = now.getTime() - strayAgeMs
  for await (const objects of inBatches(storage.list('uploads/'), ({ modifiedAt }) => modifiedAt.getTime() < before)) {
    await judgeObjects({ db, storage }, objects)
  }
  for await (const pieces of inBatches(resumable.list(), ({ modifiedAt }) => modifiedAt.getTime() < before)) {
    const ids = [...new Set(pieces.map(({ id }) => id))]
    const open = await openUploads(db, ids)
    for (const id of ids) if (!open.has(id)) await resumable.remove(id)
  }
  await storage.removeAbandoned(now)
}

/** The task in the form of the others: does it every ten minutes, the first time at the start. */
export function removeStraysTask(parts: StrayParts) {
  let nextAt = 0
  return {
    name: 'remove files of uploads that are over',
    run: async () => {
      if (Date.now() < nextAt) return false
      nextAt = Date.now() + everyMs
      await removeStrays(parts)
      return false
    },
  }
}

async function judgeObjects({ db, storage }: Pick<StrayParts, 'db' | 'storage'>, objects: StoredObject[]): Promise<void> {
  const ours = objects.filter(({ key }) => isUuid(idInKey(key)))
  const open = await openUploads(
    db,
    ours.map(({ key }) => idInKey(key)),
  )
  const keys = ours.map(({ key }) => key)
  const watched = await sql<{ key: string }>`select original_key as key from videos where original_key = any(${keys})`.execute(db)
  const needed = new Set(watched.rows.map(({ key }) => key))
  for (const { key, size } of ours) {
    if (!open.has(idInKey(key)) && !needed.has(key)) await storage.delete(key)
    // What came to S3 by a link was not counted on its way in.
    else if (open.has(idInKey(key)) && !storage.localPath(key)) await noteSize(db, key, size)
  }
}

const noteSize = (db: Db, s3Key: string, size: number) =>
  db.updateTable('uploads').set({ reserved_bytes: size }).where('s3_key', '=', s3Key).where('confirmed_at', 'is', null).execute()

async function openUploads(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).where('confirmed_at', 'is', null).execute()
  return new Set(rows.map(({ id }) => id))
}

async function* inBatches<Item>(items: AsyncIterable<Item>, isWanted: (item: Item) => boolean): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    if (isWanted(item)) batch.push(item)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

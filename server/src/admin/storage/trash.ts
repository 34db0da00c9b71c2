import { limits } from '@video-forge/contract/rules/limits'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'
import type { Storage, StoredObject } from '../../platform/storage/storage.ts'
import { listTrash } from './list-trash.ts'
import { restoreTrash, type TrashDeps } from './restore-trash.ts'

type TrashRow = Selectable<Tables['trash']>

export interface Removal {
  reason: string
  /** The admin's name. */
  by: string
}

const batchSize = 200

const trashKey = (id: string) => `trash/${id}`

/**
 * Removed files stay in the trash for seven days. The row is written before the file is moved, so that no file can be in the trash
 * without a row; a row without a file does no harm.
 */
export function createTrash(deps: TrashDeps) {
  const { db, storage } = deps
  const insert = async (kind: TrashRow['kind'], name: string, bytes: number, { reason, by }: Removal) => {
    const id = newId()
    await db
      .insertInto('trash')
      .values({ id, kind, name, trash_key: trashKey(id), row_data: null, bytes, reason, removed_by: by })
      .execute()
    return id
  }
  const remove = (id: string) => db.deleteFrom('trash').where('id', '=', id).execute()

  return {
    empty: (before: Date) => emptyTrash(deps, before),
    list: (query: Parameters<typeof listTrash>[1]) => listTrash(db, query),
    restore: (ids: readonly string[]) => restoreTrash(deps, ids),

    /** False if the object no longer exists. */
    async moveObject({ key, size }: StoredObject, removal: Removal): Promise<boolean> {
      const id = await insert('file', key, size, removal)
      const isMoved = await storage.move(key, trashKey(id)).catch(() => false)
      if (!isMoved) await remove(id)
      return isMoved
    },

    /** Copies a temporary file of this machine; the caller deletes it. */
    async copyFile(path: string, name: string, size: number, removal: Removal): Promise<boolean> {
      const id = await insert('temp', name, size, removal)
      try {
        await storage.putFile(trashKey(id), path)
        return true
      } catch {
        await remove(id)
        return false
      }
    },

    /** Moves an asset's row in one statement. */
    async moveAsset(assetId: string, { reason, by }: Removal): Promise<boolean> {
      const { rows } = await sql`
        with deleted as (delete from assets where id = ${assetId} returning *)
        insert into trash (id, kind, name, row_data, bytes, reason, removed_by)
        select ${newId()}::uuid, 'row', storage_key, to_jsonb(deleted), 0, ${reason}, ${by} from deleted returning id`.execute(db)
      return rows.length === 1
    },
  }
}

export const expireTrashTask = (db: Db, storage: Storage): Task => ({
  name: 'delete expired trash',
  needsLease: true,
  run: async () => {
    await emptyTrash({ db, storage }, new Date(Date.now() - limits.trashDays * 86_400_000))
    return false
  },
})

export type Trash = ReturnType<typeof createTrash>

/** Deletes everything for good that was removed before this time. */
async function emptyTrash(
  { db, storage }: Pick<TrashDeps, 'db' | 'storage'>,
  before: Date,
): Promise<{ deletedCount: number; freedSpace: number }> {
  let deletedCount = 0
  let freedSpace = 0
  for (;;) {
    const rows = await db
      .selectFrom('trash')
      .select(['id', 'trash_key', 'bytes'])
      .where('removed_at', '<', before)
      .orderBy('removed_at')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return { deletedCount, freedSpace }
    for (const { trash_key } of rows) if (trash_key) await storage.delete(trash_key)
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('trash').where('id', 'in', ids).execute()
    deletedCount += rows.length
    freedSpace += rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  }
}

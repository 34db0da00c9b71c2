import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'
import { copyToFile } from '../../platform/storage/copy-to-file.ts'
import type { Storage, StoredObject } from '../../platform/storage/storage.ts'

type TrashRow = Selectable<Tables['trash']>

interface TrashDeps {
  db: Db
  storage: Storage
  /** Where a temporary file of this name lies. */
  tempPath: (name: string) => string
}

export interface Removal {
  reason: string
  /** The admin's name. */
  by: string
}

const batch = 200

/**
 * Seven days between 'remove' and 'gone'. The note is written before the thing moves, so nothing can lie in the trash that
 * nobody knows of; a note whose thing never came is harmless.
 */
export function createTrash({ db, storage, tempPath }: TrashDeps) {
  const keyOf = (id: string) => `trash/${id}`

  const note = async (kind: TrashRow['kind'], name: string, bytes: number, { reason, by }: Removal) => {
    const id = newId()
    await db
      .insertInto('trash')
      .values({ id, kind, name, trash_key: keyOf(id), row_data: null, bytes, reason, removed_by: by })
      .execute()
    return id
  }
  const forget = (id: string) => db.deleteFrom('trash').where('id', '=', id).execute()

  const restoreOne = async (transaction: Transaction<Tables>, row: TrashRow): Promise<boolean> => {
    if (row.kind === 'row') return restoreRow(transaction, row)
    const key = row.trash_key ?? ''
    if (row.kind === 'file') return !(await storage.head(row.name)) && (await storage.move(key, row.name))
    const path = tempPath(row.name)
    if (await stat(path).catch(() => undefined)) return false
    await mkdir(dirname(path), { recursive: true })
    const partial = `${path}.restoring`
    if (!(await copyToFile(storage, key, partial))) return false
    // Unlike a rename, a link never replaces a file that came meanwhile.
    await link(partial, path).finally(() => rm(partial, { force: true }))
    await storage.delete(key)
    return true
  }

  return {
    empty: (before: Date) => emptyTrash({ db, storage }, before),

    /** False when the object is not there any more. */
    async takeObject({ key, size }: StoredObject, removal: Removal): Promise<boolean> {
      const id = await note('file', key, size, removal)
      const moved = await storage.move(key, keyOf(id)).catch(() => false)
      if (!moved) await forget(id)
      return moved
    },

    /** The same for a temporary file of this machine. */
    async takeFile(path: string, name: string, size: number, removal: Removal): Promise<boolean> {
      const id = await note('temp', name, size, removal)
      try {
        await storage.putFile(keyOf(id), path)
        return true
      } catch {
        await forget(id)
        return false
      }
    },

    /** Takes an asset's row out of its table, in one step. */
    async takeRow(assetId: string, { reason, by }: Removal): Promise<boolean> {
      const { rows } = await sql`
        with gone as (delete from assets where id = ${assetId} returning *)
        insert into trash (id, kind, name, row_data, bytes, reason, removed_by)
        select ${newId()}::uuid, 'row', storage_key, to_jsonb(gone), 0, ${reason}, ${by} from gone returning id`.execute(db)
      return rows.length === 1
    },

    async list({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const [rows, sums] = await Promise.all([
        db
          .selectFrom('trash')
          .selectAll()
          .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute(),
        sql<{ total: string; bytes: string }>`select count(*) as total, coalesce(sum(bytes), 0) as bytes from trash`.execute(db),
      ])
      const page = rows.slice(0, limit)
      return {
        items: page.map(describe),
        total: Number(sums.rows[0]?.total ?? 0),
        bytes: Number(sums.rows[0]?.bytes ?? 0),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },

    /** Each in a transaction of its own; what somebody else is restoring at this moment is left to them. */
    async restore(ids: readonly string[]): Promise<{ restored: number; refused: number }> {
      let restored = 0
      for (const id of ids) {
        const done = await db.transaction().execute(async (transaction) => {
          const row = await transaction.selectFrom('trash').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
          if (!row || !(await restoreOne(transaction, row))) return false
          await transaction.deleteFrom('trash').where('id', '=', id).execute()
          return true
        })
        if (done) restored += 1
      }
      return { restored, refused: ids.length - restored }
    },
  }
}

/** Deletes for good what was removed before a moment. */
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
      .limit(batch)
      .execute()
    if (rows.length === 0) return { deletedCount, freedSpace }
    for (const { trash_key } of rows) if (trash_key) await storage.delete(trash_key)
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('trash').where('id', 'in', ids).execute()
    deletedCount += rows.length
    freedSpace += rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
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

async function restoreRow(transaction: Transaction<Tables>, row: TrashRow): Promise<boolean> {
  const { rows } = await sql`
    insert into assets select (jsonb_populate_record(null::assets, ${JSON.stringify(row.row_data)}::jsonb)).*
    where exists (select from jobs where id = (${JSON.stringify(row.row_data)}::jsonb ->> 'job_id')::uuid)
    on conflict do nothing returning id`.execute(transaction)
  return rows.length === 1
}

const describe = (row: TrashRow): TrashItem => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  bytes: Number(row.bytes),
  reason: row.reason,
  removedAt: row.removed_at.toISOString(),
  removedBy: row.removed_by,
  goesAt: new Date(row.removed_at.getTime() + limits.trashDays * 86_400_000).toISOString(),
})

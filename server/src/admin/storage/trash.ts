import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { type Selectable, sql, type Transaction } from 'kysely'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
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
    const object = (await stat(path).catch(() => undefined)) ? undefined : await storage.get(key)
    if (!object) return false
    await mkdir(dirname(path), { recursive: true })
    await pipeline(object.stream, createWriteStream(path, { flags: 'wx' }))
    await storage.delete(key)
    return true
  }

  const destroy = async (rows: Pick<TrashRow, 'id' | 'trash_key'>[]) => {
    for (const { trash_key } of rows) if (trash_key) await storage.delete(trash_key)
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('trash').where('id', 'in', ids).execute()
  }

  /** Deletes for good what was removed before a moment. */
  const empty = async (before: Date): Promise<{ deletedCount: number; freedSpace: number }> => {
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
      await destroy(rows)
      deletedCount += rows.length
      freedSpace += rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
    }
  }

  return {
    empty,

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
      const before = cursor === undefined ? undefined : parseIdCursor(cursor)
      const [rows, sums] = await Promise.all([
        db
          .selectFrom('trash')
          .selectAll()
          .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute(),
        sql<{ total: string; bytes: string }>`select count(*) as total, coalesce(sum(bytes), 0) as bytes from trash`.execute(db),
      ])
      const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
      return {
        items: page.map(describe),
        total: Number(sums.rows[0]?.total ?? 0),
        bytes: Number(sums.rows[0]?.bytes ?? 0),
        nextCursor,
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

    task: {
      name: 'delete what lay in the trash for a week',
      run: async () => {
        await empty(new Date(Date.now() - limits.trashDays * 86_400_000))
        return false
      },
    },
  }
}

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

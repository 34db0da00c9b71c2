import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { copyToFile } from '../../platform/storage/copy-to-file.ts'
import type { Storage } from '../../platform/storage/storage.ts'

type TrashRow = Selectable<Tables['trash']>

export interface TrashDeps {
  db: Db
  storage: Storage
  /** The path of a temporary file of this name. */
  tempPath: (name: string) => string
}

/** Each item is restored in its own transaction. One that another request is restoring at the same time is skipped. */
export async function restoreTrash(deps: TrashDeps, ids: readonly string[]): Promise<{ restored: number; refused: number }> {
  let restored = 0
  for (const id of ids) {
    const isRestored = await deps.db.transaction().execute(async (transaction) => {
      const row = await transaction.selectFrom('trash').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
      if (!row || !(await restoreItem(deps, transaction, row))) return false
      await transaction.deleteFrom('trash').where('id', '=', id).execute()
      return true
    })
    if (isRestored) restored += 1
  }
  return { restored, refused: ids.length - restored }
}

/** False if the original place is in use again, or the file is missing. */
async function restoreItem({ storage, tempPath }: TrashDeps, transaction: Transaction<Tables>, row: TrashRow): Promise<boolean> {
  if (row.kind === 'row') return restoreAsset(transaction, row)
  const key = row.trash_key ?? ''
  if (row.kind === 'file') return !(await storage.head(row.name)) && (await storage.move(key, row.name))
  const path = tempPath(row.name)
  if (await stat(path).catch(() => undefined)) return false
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.restoring`
  if (!(await copyToFile(storage, key, partial))) return false
  // Unlike a rename, a link never replaces a file that appeared in the meantime.
  await link(partial, path).finally(() => rm(partial, { force: true }))
  await storage.delete(key)
  return true
}

async function restoreAsset(transaction: Transaction<Tables>, row: TrashRow): Promise<boolean> {
  const { rows } = await sql`
    insert into assets select (jsonb_populate_record(null::assets, ${JSON.stringify(row.row_data)}::jsonb)).*
    where exists (select from jobs where id = (${JSON.stringify(row.row_data)}::jsonb ->> 'job_id')::uuid)
    on conflict do nothing returning id`.execute(transaction)
  return rows.length === 1
}

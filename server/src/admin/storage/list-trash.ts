import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { type Selectable, sql } from 'kysely'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** One page of the trash, newest first, with the totals of all of it. */
export async function listTrash(db: Db, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const before = cursor === undefined ? undefined : parseIdCursor(cursor)
  const [rows, totals] = await Promise.all([
    db
      .selectFrom('trash')
      .selectAll()
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    sumTrash(db),
  ])
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
  return { items: page.map(describe), total: totals.files, bytes: totals.bytes, nextCursor }
}

export async function sumTrash(db: Db): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: string; bytes: string }>`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes from trash`.execute(db)
  return { files: Number(rows[0]?.files ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

const describe = (row: Selectable<Tables['trash']>): TrashItem => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  bytes: Number(row.bytes),
  reason: row.reason,
  removedAt: row.removed_at.toISOString(),
  removedBy: row.removed_by,
  goesAt: new Date(row.removed_at.getTime() + limits.trashDays * 86_400_000).toISOString(),
})

import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { type DependentTable, readDependentTables } from './dependent-tables.ts'

/**
 * Puts a video with all its rows back, in the caller's transaction, which has locked its row of the trash. Rows that refer to something that
 * is gone by now, such as a playlist, are left out.
 */
export async function restoreFromTrash(transaction: Transaction<Tables>, id: string): Promise<void> {
  await sql`select set_config('video_forge.is_restoring', 'on', true)`.execute(transaction)
  const tables = new Map((await readDependentTables(transaction)).map((table) => [table.name, table]))
  const kept = transaction.selectFrom('trashed_rows').select(['place', 'table_name']).where('video_id', '=', id).orderBy('place')
  for (const { place, table_name } of await kept.execute()) {
    const table = tables.get(table_name)
    if (table) await insertRows(transaction, id, place, table)
    // The trigger has begun a new history.
    if (table_name === 'jobs') await transaction.deleteFrom('job_events').where('job_id', '=', id).execute()
  }
  await transaction.deleteFrom('trashed_videos').where('id', '=', id).execute()
  await sql`select set_config('video_forge.is_restoring', 'off', true)`.execute(transaction)
}

/** Columns that are younger than the kept rows get their default. */
async function insertRows(transaction: Transaction<Tables>, id: string, place: number, table: DependentTable): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select jsonb_object_keys(rows -> 0) as column from trashed_rows where video_id = ${id} and place = ${place}`.execute(transaction)
  const known = new Set(rows.map(({ column }) => column))
  const columns = table.columns.filter((column) => known.has(column))
  const isThere = ({ column, table: other, key }: DependentTable['others'][number]) =>
    sql<boolean>`exists (select from ${sql.table(other)} as other where ${sql.ref(`other.${key}`)} = ${sql.ref(`one.${column}`)})`
  const others = table.others.filter(({ column }) => known.has(column))
  const values = columns.map((column) => {
    const reference = others.find((other) => other.column === column && other.mayBeNull)
    return reference ? sql`case when ${isThere(reference)} then ${sql.ref(`one.${column}`)} end` : sql.ref(`one.${column}`)
  })
  const conditions = others
    .filter(({ mayBeNull }) => !mayBeNull)
    .map((other) => sql<boolean>`(${sql.ref(`one.${other.column}`)} is null or ${isThere(other)})`)
  await sql`
    insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    select ${sql.join(values)}
    from trashed_rows, jsonb_populate_recordset(null::${sql.table(table.name)}, trashed_rows.rows) as one
    where trashed_rows.video_id = ${id} and place = ${place} ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
    on conflict do nothing`.execute(transaction)
}

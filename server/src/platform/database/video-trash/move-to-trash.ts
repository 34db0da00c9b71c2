import { type RawBuilder, sql, type Transaction } from 'kysely'
import { lockJobs } from '../locks/lock-jobs.ts'
import type { Tables } from '../tables.ts'
import { readVideoSize } from '../video-size.ts'
import { type DependentTable, readDependentTables } from './dependent-tables.ts'

/** Rows in one value: a popular video is in the playlists of many people, and captions are texts of up to 2 MB. */
const rowsPerValue = (table: string): number => (table === 'captions' ? 1 : 1000)

interface Deletion {
  id: string
  /** The owner or an admin. */
  deletedBy: string
}

/**
 * Moves a video with all its rows into the trash, in the caller's transaction; false if it is not there. The caller has checked that it
 * may be deleted, and that no worker has its job.
 */
export async function moveToTrash(transaction: Transaction<Tables>, { id, deletedBy }: Deletion): Promise<boolean> {
  await lockJobs(transaction, { video: id })
  // No row that refers to the video can be added from here on.
  const video = await transaction.selectFrom('videos').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!video) return false
  await insertTrashedVideo(transaction, id, deletedBy)
  const tables = await readDependentTables(transaction)
  for (const [index, table] of tables.entries()) await keepRows(transaction, id, tables, table, index)
  // What the trigger of the table notes for deletion is still needed.
  const replacement = await transaction.selectFrom('replacements').select('original_key').where('video_id', '=', id).execute()
  await transaction.deleteFrom('videos').where('id', '=', id).execute()
  const kept = [`videos/${id}/`, ...replacement.map(({ original_key }) => original_key)]
  await transaction.deleteFrom('discarded_files').where('prefix', 'in', kept).execute()
  return true
}

async function insertTrashedVideo(transaction: Transaction<Tables>, id: string, deletedBy: string): Promise<void> {
  const { bytes, count } = await readVideoSize(transaction, id)
  await sql`
    with named as (
      select unnest(array[original_key, shared_key, thumbnail_key, chosen_card(thumbnail_key)]) as key from videos where id = ${id}
      union select original_key from replacements where video_id = ${id}
      union select storage_key from assets where job_id = ${id}
      union select part #>> '{}'
        from assets, jsonb_path_query(details, '$.** ? (@.type() == "string" && @ starts with "videos/")') as part where job_id = ${id}
    )
    insert into trashed_videos (id, user_id, deleted_by, title, visibility, duration, bytes, file_count, files, created_at)
    select id, user_id, ${deletedBy}, title, case when opens_by_password then 'public' else visibility end, duration, ${bytes}, ${count},
      (select coalesce(array_agg(key), '{}') from named where key is not null), created_at
    from videos where id = ${id}`.execute(transaction)
}

async function keepRows(
  transaction: Transaction<Tables>,
  id: string,
  tables: readonly DependentTable[],
  table: DependentTable,
  index: number,
): Promise<void> {
  await sql`
    insert into trashed_rows (video_id, place, table_name, rows)
    select ${id}::uuid, ${sql.lit(index * 100_000)} + group_number, ${table.name}::text, jsonb_agg(row)
    from (
      select (row_number() over () - 1) / ${sql.lit(rowsPerValue(table.name))} as group_number, to_jsonb(one) as row
      from ${sql.table(table.name)} as one where ${belongsTo(tables, table, id)}
    ) as numbered group by group_number`.execute(transaction)
}

/** Whether a row of this table is one of the video. */
function belongsTo(tables: readonly DependentTable[], { column, parent }: DependentTable, id: string): RawBuilder<boolean> {
  const parentTable = parent && tables.find(({ name }) => name === parent.table)
  if (!parentTable || parent.key === parentTable.column) return sql<boolean>`${sql.ref(column)} = ${id}::uuid`
  const { key, table } = parent
  return sql<boolean>`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${belongsTo(tables, parentTable, id)})`
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { listPath, rowsPath } from './manifest.ts'
import { writeLines } from './row-files.ts'

/**
 * Tables whose rows are useless on another server: workers and their speed, task leases, storage counts, unfinished parts of running
 * jobs, transaction numbers of live events, and what identifies recent viewers. Exports are prepared again. Documents of the search are made again. The queue's own tables are left out too: the reconciler queues unfinished jobs again.
 */
const skippedTables = new Set([
  ...['workers', 'machine_paces', 'site_rounds', 'storage_readings', 'job_splits', 'job_parts'],
  'reencode_parts',
  ...['job_changes', 'transcription_changes', 'exports', 'export_entries'],
  ...['token_viewers', 'play_viewers', 'play_salts', 'play_batches', 'play_audience'],
  ...['search_documents', 'search_blocks', 'search_languages', 'search_rebuild', 'search_division'],
])

/** Rows that are read or written at once. Captions are texts of up to 2 MB, and a row of the trash has many rows in it. */
const batchSizes: Record<string, number> = { captions: 20, trashed_rows: 5 }
export const batchSizeOf = (table: string): number => batchSizes[table] ?? 1000

/** Every table in one snapshot, as lines of JSON. Writers are not blocked. */
export async function dumpRows(
  client: Client,
  folder: string,
  rowsFolder: string,
): Promise<{ schema: string; rows: Record<string, number>; files: number }> {
  await mkdir(join(folder, rowsFolder), { recursive: true, mode: 0o700 })
  await client.query('begin isolation level repeatable read read only')
  const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  const rows: Record<string, number> = {}
  for (const { table, columns } of await tablesOf(client)) {
    const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const query = `select row_to_json(one)::text as line from (select ${names} from ${client.escapeIdentifier(table)}) as one`
    rows[table] = await dumpQuery(client, query, rowsPath(folder, rowsFolder, table), batchSizeOf(table))
  }
  const files = await dumpQuery(client, namedFiles, listPath(folder, rowsFolder))
  await client.query('commit')
  return { schema: migrations[0]?.name ?? '', rows, files }
}

/** The tables of the product, without generated columns. */
export async function tablesOf(client: Client): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%' and is_generated = 'NEVER'
     group by table_name order by table_name`,
  )
  return rows.filter(({ table }) => !skippedTables.has(table))
}

/**
 * The files that rows refer to, each once. Open uploads and files in the trash may be deleted before they are copied, so they are not
 * needed.
 */
const namedFiles = `
  select row_to_json(once)::text as line from (
    select key, max(size) as size, bool_or(needed) as "isNeeded" from (
      select original_key as key, null::bigint as size, true as needed from videos where original_key is not null
      union all select shared_key, nullif(shared_bytes, 0), true from videos where shared_key is not null
      union all select thumbnail_key, thumbnail_bytes, true from videos where thumbnail_key is not null
      union all select chosen_card(thumbnail_key), null, true from videos where chosen_card(thumbnail_key) is not null
      union all select original_key, bytes, true from replacements
      union all select storage_key, file_size, true from assets
      union all select part #>> '{}', null, true
        from assets, jsonb_path_query(details, '$.** ? (@.type() == "string" && @ starts with "videos/")') as part
      union all select unnest(files), null, true from trashed_videos
      union all select s3_key, null, false from uploads where confirmed_at is null
      union all select trash_key, null, false from trash where trash_key is not null
    ) as named group by key
  ) as once`

async function dumpQuery(client: Client, query: string, path: string, batchSize = 1000): Promise<number> {
  const file = writeLines(path)
  await client.query(`declare lines no scroll cursor for ${query}`)
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batchSize} from lines`)
    await file.write(rows.map(({ line }) => line))
    count += rows.length
    if (rows.length < batchSize) break
  }
  await client.query('close lines')
  await file.end()
  return count
}

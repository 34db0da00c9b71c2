import type { Client } from 'pg'
import { batchSizeOf, tablesOf } from './dump-rows.ts'
import { type Manifest, rowsPath } from './manifest.ts'
import { readBatches } from './row-files.ts'

/**
 * Inserts the rows of a backup into empty tables, in the caller's transaction. Triggers are disabled: what they would write, such as
 * counters and events, is part of the backup.
 */
export async function loadRows(client: Client, folder: string, { rows, rowsFolder }: Manifest): Promise<void> {
  const columnsOf = new Map((await tablesOf(client)).map(({ table, columns }) => [table, columns]))
  // A backup of an earlier version may contain tables that are skipped now.
  const tables = (await orderedTables(client)).filter((table) => table in rows && columnsOf.has(table))
  for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table)} disable trigger user`)
  for (const table of tables) {
    const name = client.escapeIdentifier(table)
    const columns = (columnsOf.get(table) ?? []).map((column) => client.escapeIdentifier(column)).join(', ')
    for await (const lines of readBatches(rowsPath(folder, rowsFolder, table), Math.min(500, batchSizeOf(table)))) {
      await client.query(
        `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
        [`[${lines.join(',')}]`],
      )
    }
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${name}`)
    if (Number(counted[0]?.count) !== rows[table]) {
      throw new Error(`The backup is damaged: ${table} should have ${rows[table]} rows and has ${counted[0]?.count}.`)
    }
  }
  await advanceSequences(client)
  for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table)} enable trigger user`)
}

/** The tables, each after those that its foreign keys refer to. */
async function orderedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `select relname as table, array(
       select referenced.relname::text from pg_constraint join pg_class referenced on referenced.oid = confrelid
       where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as needs
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const ordered: string[] = []
  for (let left = rows; left.length > 0; ) {
    const next = left.filter(({ needs }) => needs.every((need) => ordered.includes(need)))
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle.')
    ordered.push(...next.map(({ table }) => table))
    left = left.filter((row) => !next.includes(row))
  }
  return ordered
}

/** Sequences continue after the highest number in use. */
async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    const [name, field] = [client.escapeIdentifier(table), client.escapeIdentifier(column)]
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${field}), 1), max(${field}) is not null) from ${name}`,
      [name, column],
    )
  }
}

import type { Client } from 'pg'
import { tablesOf } from './dump-rows.ts'
import { type Manifest, rowsPath } from './manifest.ts'
import { readBatches } from './row-files.ts'

const rowsAtOnce = 500

/**
 * Writes the rows of a backup into empty tables, inside the caller's transaction. The triggers rest meanwhile: what they would
 * write, such as figures and timelines, is among the rows already.
 */
export async function loadRows(client: Client, folder: string, { rows, rowsFolder }: Manifest): Promise<void> {
  const columnsOf = new Map((await tablesOf(client)).map(({ table, columns }) => [table, columns]))
  // A version that did not know yet that a table's rows mean nothing elsewhere may have written it down.
  const tables = (await inOrder(client)).filter((table) => table in rows && columnsOf.has(table))
  for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table)} disable trigger user`)
  for (const table of tables) {
    const name = client.escapeIdentifier(table)
    const columns = (columnsOf.get(table) ?? []).map((column) => client.escapeIdentifier(column)).join(', ')
    for await (const lines of readBatches(rowsPath(folder, rowsFolder, table), rowsAtOnce)) {
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
  await continueNumbers(client)
  for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table)} enable trigger user`)
}

/** The tables, each after those that its rows point to. */
async function inOrder(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `select relname as table, array(
       select referenced.relname::text from pg_constraint join pg_class referenced on referenced.oid = confrelid
       where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as needs
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const ordered: string[] = []
  for (let left = rows; left.length > 0; ) {
    const next = left.filter(({ needs }) => needs.every((need) => ordered.includes(need)))
    if (next.length === 0) throw new Error('The tables point to each other in a circle.')
    ordered.push(...next.map(({ table }) => table))
    left = left.filter((row) => !next.includes(row))
  }
  return ordered
}

/** Numbers that the database gives out go on after the highest that is taken. */
async function continueNumbers(client: Client): Promise<void> {
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

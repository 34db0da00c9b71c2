import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

type Connection = Transaction<Tables>

/** A reference from a row that goes with its video to something else. */
interface OtherReference {
  column: string
  table: string
  key: string
  /** Otherwise the row is useless without what it refers to. */
  mayBeNull: boolean
}

export interface DependentTable {
  name: string
  /** Columns that are written; the others are computed. */
  columns: string[]
  /** The column that refers to `parent`. */
  column: string
  parent: { table: string; key: string } | null
  others: OtherReference[]
}

interface Reference {
  child: string
  column: string
  parent: string
  key: string
  onDelete: 'a' | 'r' | 'c' | 'n' | 'd'
}

/**
 * Documents of the search are made again, and a job that is restored begins anew. What people have watched is theirs: they may delete it or
 * switch it off while the video is in the trash, so it does not come back.
 */
const neverKept = new Set(['search_documents', 'job_splits', 'job_parts', 'reencode_parts', 'watch_history'])

/** Rows without a foreign key, because the whole site is a subject too. */
const statistics = ['play_days', 'play_hosts', 'play_bytes']

/**
 * The tables with rows of a video, in the order in which they refer to each other. They are read from the database, so that a new table
 * whose rows are deleted with a video is restored with it too.
 */
export async function readDependentTables(connection: Connection): Promise<DependentTable[]> {
  const { rows: references } = await sql<Reference>`
    select child.relname as child, child_column.attname as column, parent.relname as parent, parent_column.attname as key,
      confdeltype as "onDelete"
    from pg_constraint
      join pg_class child on child.oid = conrelid
      join pg_class parent on parent.oid = confrelid
      join pg_attribute child_column on child_column.attrelid = conrelid and child_column.attnum = conkey[1]
      join pg_attribute parent_column on parent_column.attrelid = confrelid and parent_column.attnum = confkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and child.relnamespace = 'public'::regnamespace
    order by child.relname, child_column.attname`.execute(connection)
  const columnsOf = await readColumns(connection)
  const tables: DependentTable[] = []
  const add = (name: string, column: string, parent: DependentTable['parent']) => {
    const others = references.filter(({ child, parent: other }) => child === name && other !== parent?.table)
    const columns = columnsOf.get(name) ?? []
    tables.push({ name, columns, column, parent, others: others.map(describeOther) })
  }
  add('videos', 'id', null)
  // `tables` grows while it is read: the tables that refer to a table follow it.
  for (const { name: parent } of tables) {
    for (const { child, column, parent: table, key, onDelete } of references) {
      const isKnown = tables.some(({ name }) => name === child) || neverKept.has(child)
      if (table === parent && onDelete === 'c' && !isKnown) add(child, column, { table, key })
    }
  }
  for (const name of statistics) add(name, 'subject', { table: 'videos', key: 'id' })
  return tables
}

const describeOther = ({ column, parent, key, onDelete }: Reference): OtherReference => ({
  ...{ column, table: parent, key },
  mayBeNull: onDelete === 'n',
})

async function readColumns(connection: Connection): Promise<ReadonlyMap<string, string[]>> {
  // Not from information_schema, whose views check rights on every column of the database.
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`.execute(connection)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Records files for deletion, in the transaction in which the last row that names them goes: a task deletes them after the commit. */
export async function discardFiles(transaction: Transaction<Tables>, keys: readonly (string | null)[]): Promise<void> {
  const prefixes = keys.filter((key) => key !== null)
  await sql`
    insert into discarded_files (prefix) select distinct unnest(${prefixes}::text[])
    on conflict (prefix) do update set discarded_at = now()`.execute(transaction)
}

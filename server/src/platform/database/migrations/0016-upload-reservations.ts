import { type Kysely, sql } from 'kysely'

/**
 * The bytes that an open upload reserves of its owner's quota: what may still arrive, and then the size of the file. Rows of an older
 * version have none and count with their announced size.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column reserved_bytes bigint check (reserved_bytes >= 0)`.execute(db)
}

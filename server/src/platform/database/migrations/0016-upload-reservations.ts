import { type Kysely, sql } from 'kysely'

/**
 * How many bytes an open upload holds of its owner's quota: what may still come, and once the file is there its size. Rows of an
 * older version have none and count with what they announced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column reserved_bytes bigint check (reserved_bytes >= 0)`.execute(db)
}

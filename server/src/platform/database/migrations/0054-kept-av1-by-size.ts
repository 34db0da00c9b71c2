import { type Kysely, sql } from 'kysely'

/** Versions in AV1 whose H.264 was dropped, for the list of those that nobody plays; see decision 38. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reencodes_kept on reencodes (bytes desc, id) where asset_id is null and status = 'published'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** An upload of a video that was published earlier elsewhere; decision 33. Processes of the version before leave it out and use their own date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column published_at timestamptz`.execute(db)
}

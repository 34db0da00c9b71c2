import { type Kysely, sql } from 'kysely'

/** When a round of the site's chores was last begun, by whichever process: a thousand workers need not all ask the same questions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_rounds (only_row boolean primary key default true check (only_row), begun_at timestamptz not null)`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'

/** The task lease: when a process last started the tasks of the site, so that a thousand workers do not all run them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_rounds (only_row boolean primary key default true check (only_row), begun_at timestamptz not null)`.execute(
    db,
  )
}

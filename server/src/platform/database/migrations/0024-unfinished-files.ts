import { type Kysely, sql } from 'kysely'

/** Files that are stored before the row that refers to them. What is still listed after an hour was left by a killed process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unfinished_files (key text primary key, started_at timestamptz not null default now())`.execute(db)
}

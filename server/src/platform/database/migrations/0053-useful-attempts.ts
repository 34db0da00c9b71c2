import { type Kysely, sql } from 'kysely'

/**
 * The last attempt that brought the job on, of splits that were given up; that of the current one is in job_splits. Not under the same name: the
 * version before uses it without saying of which table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column earlier_useful_attempt integer not null default 0`.execute(db)
}

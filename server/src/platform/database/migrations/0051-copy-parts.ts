import { type Kysely, sql } from 'kysely'

/** Copied renditions are a part of their own; decision 20. Workers of the version before lease no parts of this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_parts drop constraint job_parts_kind_check,
      add constraint job_parts_kind_check check (kind in ('segment', 'audio', 'copy', 'extras'))`.execute(db)
}

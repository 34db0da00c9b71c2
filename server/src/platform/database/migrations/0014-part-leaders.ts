import { type Kysely, sql } from 'kysely'

/** The job's lease number under which its leader has leased a part: once another worker claims the job, the part is free again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_parts add column leader_take integer`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Of a part that the leader of its job has taken itself, by which take of the job: once the job is taken anew, nobody waits for that leader. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_parts add column leader_take integer`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** CPU time of jobs on each machine relative to the plan, for the next forecast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table machine_paces (
      host text not null,
      at timestamptz not null default clock_timestamp(),
      pace real not null,
      primary key (host, at)
    )`.execute(db)
}

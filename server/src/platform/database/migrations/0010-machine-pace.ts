import { type Kysely, sql } from 'kysely'

/** How much CPU time jobs took on each machine, against what was planned for them: what the next forecast is made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table machine_paces (
      host text not null,
      at timestamptz not null default clock_timestamp(),
      pace real not null,
      primary key (host, at)
    )`.execute(db)
}

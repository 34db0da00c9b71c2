import { type Kysely, sql } from 'kysely'

/** A chosen thumbnail that stands for a draft only until its job has made one. A process of an earlier version shows it like any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column thumbnail_is_placeholder boolean not null default false`.execute(db)
}

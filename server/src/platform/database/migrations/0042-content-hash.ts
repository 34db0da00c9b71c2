import { type Kysely, sql } from 'kysely'

/**
 * What the bytes of a file are, so that a person learns that they have it already. Rows of before have no hash: to make one, every file would
 * have to be read. On an upload it counts only together with the tag of the file that it belongs to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column content jsonb`.execute(db)
  await sql`alter table replacements add column content_hash bytea`.execute(db)
  await sql`alter table videos add column content_hash bytea`.execute(db)
  // Begins with the person: nobody's files are compared with those of others.
  await sql`create index videos_content on videos (user_id, content_hash) where content_hash is not null`.execute(db)
}

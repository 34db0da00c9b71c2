import { type Kysely, sql } from 'kysely'

/**
 * A chosen thumbnail can stand for a draft only until its job has made one. A process of an earlier version shows it like any other.
 *
 * The username of somebody who came by a provider is made of their e-mail address, so it is no public name before they have chosen one.
 * By default it is not chosen: a process of an earlier version creates such accounts without the column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column thumbnail_is_placeholder boolean not null default false`.execute(db)
  await sql`alter table users add column chose_username boolean not null default false`.execute(db)
  await sql`update users set chose_username = true where google_subject is null`.execute(db)
  // Cached lists show the names of owners.
  await sql`
    create trigger users_tell_gallery_name after update of chose_username on users for each row
      when (old.chose_username is distinct from new.chose_username) execute function tell_gallery()`.execute(db)
}

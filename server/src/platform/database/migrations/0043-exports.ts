import { type Kysely, sql } from 'kysely'

/**
 * Archives of accounts. Only the list of what is in an archive is stored, with the place of each file in it: the archive itself is made of the
 * stored files while somebody downloads it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exports (
      id uuid primary key references tasks on delete cascade,
      user_id uuid not null references users on delete cascade,
      folder text not null,
      has_renditions boolean not null,
      -- Of the whole archive. From then on its list does not change.
      bytes bigint,
      expires_at timestamptz,
      outdated_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index exports_user on exports (user_id, id)`.execute(db)
  await sql`create index exports_expired on exports (expires_at) where expires_at is not null`.execute(db)
  await sql`
    create table export_entries (
      export_id uuid not null references exports on delete cascade,
      -- The item of the task, and the file of it.
      number integer not null,
      part integer not null,
      path text not null,
      size bigint not null,
      modified_at timestamptz not null,
      -- Either a stored file or a text.
      storage_key text,
      content bytea,
      -- In the archive, with its header.
      entry_bytes bigint not null,
      starts_at bigint,
      primary key (export_id, number, part),
      check ((storage_key is null) <> (content is null))
    )`.execute(db)
  await sql`create index export_entries_place on export_entries (export_id, starts_at)`.execute(db)
}

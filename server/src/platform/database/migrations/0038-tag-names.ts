import { type Kysely, sql } from 'kysely'

/**
 * Tags keep the spelling of their owner, and are found without case and accents. `tags` stays as it was, in lower case, for versions before
 * this one; the index on it is dropped one version later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column tag_names text[] not null default '{}'`.execute(db)
  // As tagKey in contract/text/tags. PostgreSQL makes indexes without a search path, so the function names its schema.
  await sql`
    create or replace function tag_keys(tags text[]) returns text[] language sql immutable parallel safe as ${sql.lit(
      `select case when tags::text ~ '[^\\x01-\\x7F]' then array(select public.without_accents(tag) from unnest(tags) tag) else tags end`,
    )}`.execute(db)
  await sql`create index if not exists videos_tag_keys on videos using gin (tag_keys(tags))`.execute(db)
}

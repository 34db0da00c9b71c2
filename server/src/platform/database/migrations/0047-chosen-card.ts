import { type Kysely, sql } from 'kysely'

/**
 * A chosen thumbnail in a folder of its own has the picture of the card beside it. No column names it: a process of an earlier version that
 * chooses another thumbnail would leave that column as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function chosen_card(thumbnail_key text) returns text language sql immutable parallel safe as $$
      select case when thumbnail_key like '%/thumbnail.jpg' then regexp_replace(thumbnail_key, 'thumbnail.jpg$', 'card.webp') end
    $$`.execute(db)
  await sql`
    create or replace function discard_chosen_thumbnail() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix)
        select key from unnest(array[old.thumbnail_key, chosen_card(old.thumbnail_key)]) as key where key is not null
        on conflict do nothing;
      return null;
    end $$`.execute(db)
}

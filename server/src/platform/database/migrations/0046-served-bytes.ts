import { type Kysely, sql } from 'kysely'

/** How many bytes of renditions were served, by quality and codec; see decision 38. Kept and merged like the other statistics of decision 21. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table play_bytes (
      subject uuid not null,
      day date not null,
      is_month boolean not null default false,
      format text not null,
      codec text not null,
      bytes bigint not null,
      saved bigint not null,
      primary key (subject, day, is_month, format, codec)
    )`.execute(db)
  await sql`create index play_bytes_to_merge on play_bytes (day) where not is_month`.execute(db)
  await sql`
    create or replace function forget_plays_of_video() returns trigger language plpgsql as $$
    begin
      delete from play_days where subject = old.id;
      delete from play_hosts where subject = old.id;
      delete from play_bytes where subject = old.id;
      return null;
    end $$`.execute(db)
}

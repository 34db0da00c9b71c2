import { type Kysely, sql } from 'kysely'

/**
 * Captions, each as one WebVTT text in its row, so that rights, backup and deletion are those of its video. They count towards the storage of
 * the video's owner, as a kind of their own. `videos.embedded_key` is the original whose own captions and chapters were taken over, so that
 * a retry of its job takes nothing twice and brings nothing back that was deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column embedded_key text`.execute(db)
  await sql`
    create table captions (
      id uuid primary key,
      video_id uuid not null references videos on delete cascade,
      language text not null,
      label text not null,
      source text not null check (source in ('uploaded', 'embedded', 'automatic')),
      is_default boolean not null default false,
      is_reviewed boolean not null default false,
      content text not null,
      bytes integer not null check (bytes > 0),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (video_id, language, label, source)
    )`.execute(db)
  await sql`create unique index captions_default on captions (video_id) where is_default`.execute(db)
  await addCounters(db)
}

async function addCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tally_captions() returns trigger language plpgsql as $$
    declare
      before integer := case when tg_op = 'INSERT' then 0 else old.bytes end;
      after integer := case when tg_op = 'DELETE' then 0 else new.bytes end;
      video uuid := case when tg_op = 'DELETE' then old.video_id else new.video_id end;
      more integer := (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int;
    begin
      insert into tallies (kind, name, count, bytes) values ('kind', 'CAPTIONS', more, after - before);
      -- Deleted with its video, it finds no owner here: the trigger below counts then.
      insert into tallies (kind, name, count, bytes) select 'owner', user_id, more, after - before from videos where id = video;
      return null;
    end $$`.execute(db)
  await sql`create trigger captions_tally after insert or delete on captions for each row execute function tally_captions()`.execute(db)
  await sql`
    create trigger captions_tally_change after update on captions for each row
      when (old.bytes is distinct from new.bytes) execute function tally_captions()`.execute(db)
  await sql`
    create function tally_captions_of_gone_video() returns trigger language plpgsql as $$
    begin
      insert into tallies select 'owner', old.user_id, -count(*), -sum(bytes) from captions where video_id = old.id having count(*) > 0;
      return old;
    end $$`.execute(db)
  await sql`
    create trigger videos_tally_captions_gone before delete on videos for each row
      execute function tally_captions_of_gone_video()`.execute(db)

  // The function that counts anew, as before and with the captions.
  await sql`alter function recount_tallies() rename to recount_tallies_of_files`.execute(db)
  await sql`
    create function recount_tallies() returns void language sql as $$
      select recount_tallies_of_files();
      insert into tallies select 'owner', user_id, count(*), sum(bytes)
        from captions join videos on videos.id = video_id group by user_id;
      insert into tallies select 'kind', 'CAPTIONS', count(*), sum(bytes) from captions having count(*) > 0;
    $$`.execute(db)
}

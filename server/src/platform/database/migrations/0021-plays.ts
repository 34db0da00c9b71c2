import { type Kysely, sql } from 'kysely'

/** What viewers do: rollups for each video and the whole site, and what counting needs for some hours; see decision 21. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A counter stops at the largest number instead of failing.
  await sql`
    create function add_counters(a integer[], b integer[]) returns integer[] language sql immutable parallel safe as $$
      select coalesce(array_agg(least(coalesce(x, 0)::bigint + coalesce(y, 0), 2147483647)::integer order by n), '{}') from unnest(a, b) with ordinality as both_of(x, y, n)
    $$`.execute(db)
  await sql`create aggregate sum_counters(integer[]) (sfunc = add_counters, stype = integer[], initcond = '{}')`.execute(db)

  // `subject` is the id of a video, or the zero id for the whole site. Old days are merged into a row for their month.
  await sql`
    create table play_days (
      subject uuid not null,
      day date not null,
      is_month boolean not null default false,
      views bigint not null default 0,
      plays bigint not null default 0,
      watch_seconds double precision not null default 0,
      shares double precision not null default 0,
      stalls bigint not null default 0,
      startup integer[] not null default '{}',
      devices integer[] not null default '{}',
      reached integer[] not null default '{}',
      primary key (subject, day, is_month)
    )`.execute(db)
  await sql`create index play_days_to_merge on play_days (day) where not is_month`.execute(db)
  await sql`
    create table play_hosts (
      subject uuid not null,
      day date not null,
      is_month boolean not null default false,
      host text not null,
      views bigint not null,
      primary key (subject, day, is_month, host)
    )`.execute(db)
  await sql`create index play_hosts_to_merge on play_hosts (day) where not is_month`.execute(db)
  // Not by a foreign key, because the whole site is a subject too.
  await sql`
    create function forget_plays_of_video() returns trigger language plpgsql as $$
    begin
      delete from play_days where subject = old.id;
      delete from play_hosts where subject = old.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger videos_forget_plays after delete on videos for each row execute function forget_plays_of_video()`.execute(db)

  // Who was counted lately, as hashes; the salts they are made with; batches of counters that were stored; who watches now.
  await sql`create table play_viewers (hash bytea primary key, expires_at timestamptz not null)`.execute(db)
  await sql`create index play_viewers_expired on play_viewers (expires_at)`.execute(db)
  await sql`create table play_salts (day date primary key, salt bytea not null)`.execute(db)
  await sql`create table play_batches (id uuid primary key, stored_at timestamptz not null default now())`.execute(db)
  await sql`
    create unlogged table play_audience (
      subject uuid not null,
      process uuid not null,
      viewers integer not null,
      seen_at timestamptz not null,
      primary key (subject, process)
    )`.execute(db)

  // A raised view count changes nothing else that caches of public videos hold; lists have their own age limit.
  await sql`drop trigger videos_tell_update on videos`.execute(db)
  await sql`
    create trigger videos_tell_update after update on videos for each row
    when ((old.visibility = 'public' or new.visibility = 'public') and old.view_count = new.view_count)
    execute function tell_gallery()`.execute(db)
}

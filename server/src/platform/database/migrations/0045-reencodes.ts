import { type Kysely, sql } from 'kysely'

/**
 * Renditions that are made again in another codec in idle hours; see decision 38. The published file is named in the details of the rendition's
 * asset, so that versions before this one, backups and clean-ups treat it like the other files of an asset. These tables hold the work.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reencode_settings (
      id boolean primary key default true check (id),
      mode text not null check (mode in ('off', 'popular', 'all')),
      min_plays integer not null,
      from_hour integer not null,
      to_hour integer not null,
      cpu_share integer not null
    )`.execute(db)
  await sql`
    create table reencodes (
      id uuid primary key,
      job_id uuid not null references jobs on delete cascade,
      asset_id uuid not null references assets on delete cascade,
      format text not null,
      codec text not null,
      status text not null check (status in ('waiting', 'running', 'published', 'not-worth-it', 'skipped', 'failed')),
      reason text,
      folder text not null,
      crf integer,
      slope real,
      ssim double precision,
      ssim_before double precision,
      bytes bigint,
      bytes_before bigint not null,
      cpu_seconds double precision not null default 0,
      retries integer not null default 0,
      attempts integer not null default 0,
      lease uuid,
      leased_until timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      unique (asset_id, codec)
    )`.execute(db)
  await sql`create index reencodes_ended on reencodes (ended_at) where ended_at is not null`.execute(db)
  await sql`create index reencodes_job on reencodes (job_id)`.execute(db)
  await sql`create index reencodes_open on reencodes (created_at) where status in ('waiting', 'running')`.execute(db)
  await sql`
    create table reencode_parts (
      reencode_id uuid not null references reencodes on delete cascade,
      number integer not null,
      part jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'working', 'done')),
      crf integer,
      lease uuid,
      leased_until timestamptz,
      attempts integer not null default 0,
      key text,
      bytes bigint,
      bytes_before bigint not null,
      frames integer,
      ssim double precision,
      ssim_before double precision,
      primary key (reencode_id, number)
    )`.execute(db)
  // The parts are needed until the work ends. The files of a deleted video are deleted with all its others.
  await sql`
    create function discard_reencode_parts() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix) values (old.folder) on conflict (prefix) do update set discarded_at = now();
      return null;
    end $$`.execute(db)
  await sql`
    create trigger reencodes_discard after delete on reencodes for each row execute function discard_reencode_parts()`.execute(db)
  await sql`
    create trigger reencodes_discard_parts after update of status on reencodes for each row
    when (old.status = 'running' and new.status not in ('running', 'waiting')) execute function discard_reencode_parts()`.execute(db)
}

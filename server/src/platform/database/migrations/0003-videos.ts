import { type Kysely, sql } from 'kysely'

/** A video and its job share one id: the video is what people watch, the job creates it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table videos (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      title text not null,
      description text not null default '',
      visibility text not null check (visibility in ('public', 'private')),
      status text not null check (status in ('uploaded', 'processing', 'ready', 'failed')),
      original_key text,
      duration double precision,
      width integer,
      height integer,
      video_codec text,
      audio_codec text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index videos_user on videos (user_id)`.execute(db)

  // The files of a video share a prefix. A trigger records it for deletion whenever the row is deleted.
  await sql`create table discarded_files (prefix text primary key, discarded_at timestamptz not null default now())`.execute(db)
  await sql`
    create function discard_files_of_video() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix) values ('videos/' || old.id || '/') on conflict do nothing;
      return old;
    end $$`.execute(db)
  await sql`create trigger videos_discard after delete on videos for each row execute function discard_files_of_video()`.execute(db)

  await sql`
    alter table jobs
      add constraint jobs_video foreign key (id) references videos on delete cascade,
      add column attempts integer not null default 0,
      add column turn bigint not null default 0,
      add column stage text,
      add column eta_seconds real,
      add column renditions jsonb not null default '[]',
      add column notes text[] not null default '{}',
      add column error_cause text,
      add column error_detail text,
      add column started_at timestamptz,
      add column finished_at timestamptz`.execute(db)
  await sql`create index jobs_line on jobs (turn, id) where status = 'PENDING'`.execute(db)

  await sql`
    create table assets (
      id uuid primary key,
      job_id uuid not null references jobs on delete cascade,
      asset_type text not null,
      storage_key text not null,
      filename text not null,
      content_type text not null,
      file_size bigint not null,
      width integer,
      height integer,
      details jsonb not null default '{}',
      created_at timestamptz not null default now(),
      unique (job_id, asset_type)
    )`.execute(db)
}

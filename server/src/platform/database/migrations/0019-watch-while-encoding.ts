import { type Kysely, sql } from 'kysely'

/** Viewers play the checkpoints of a job while it runs, and for some time after it is completed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_splits
      add column has_audio boolean not null default false,
      add column audio jsonb not null default '[]'`.execute(db)
  // What a probe found in an upload, so that its job need not read the file again before it starts.
  await sql`alter table uploads add column facts jsonb`.execute(db)
  await sql`alter table videos add column source_facts jsonb`.execute(db)

  // The audio is a part of its own, because viewers need it with the first pictures.
  await sql`alter table job_parts add column kind text not null default 'segment' check (kind in ('segment', 'audio', 'extras'))`.execute(
    db,
  )
  // True for a video that is ready because its checkpoints can be watched, while it has no thumbnail yet.
  await sql`alter table videos add column lacks_pictures boolean not null default false`.execute(db)

  // The parts of a completed job are deleted later, by a task. When it runs again, or has failed, at once.
  await sql`
    create or replace function forget_split_of_job() returns trigger language plpgsql as $$
    begin
      if new.status <> 'COMPLETED' then
        delete from job_splits where job_id = new.id;
      end if;
      return new;
    end $$`.execute(db)
  await sql`drop trigger jobs_forget_split on jobs`.execute(db)
  await sql`
    create trigger jobs_forget_split after update of status on jobs for each row
    when (new.status in ('FAILED', 'CANCELLED') or old.status = 'COMPLETED' and new.status <> 'COMPLETED')
    execute function forget_split_of_job()`.execute(db)

  // What could be watched only from checkpoints cannot be watched without them.
  await sql`
    create function unready_video_of_split() returns trigger language plpgsql as $$
    begin
      update videos set status = case when original_mime is null then 'processing' else 'uploaded' end, lacks_pictures = false
      where id = old.job_id and status = 'ready'
        and not exists (select from assets where job_id = old.job_id and asset_type like 'TRANSCODE%');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger job_splits_unready after delete on job_splits for each row execute function unready_video_of_split()`.execute(db)
}

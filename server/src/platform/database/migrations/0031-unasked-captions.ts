import { type Kysely, sql } from 'kysely'

/**
 * Captions that are made without being asked: what the owner decided about a video, the language of its audio track, what each worker can
 * recognise, live events of their progress, and a webhook call when they are there. New columns have constant defaults and no checks, so no
 * row is read or written for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column auto_captions boolean not null default true,
      add column spoken_language text,
      add column audio_language text`.execute(db)
  await sql`alter table replacements add column audio_language text`.execute(db)
  await sql`alter table workers add column speech jsonb`.execute(db)
  await sql`alter table transcriptions add column is_asked boolean not null default true`.execute(db)
  // The next of each person with one look-up, however many wait.
  await sql`create index transcriptions_turn on transcriptions (user_id, created_at) where status = 'waiting'`.execute(db)
  await sql`create index transcriptions_running on transcriptions (user_id) where status = 'running'`.execute(db)
  await sql`create index transcriptions_failed on transcriptions (created_at) where status = 'failed'`.execute(db)
  await noteChanges(db)
  await callWebhooks(db)
}

/**
 * The transaction that last changed the request of a video, as `job_changes` has it of jobs. A table of its own: a worker that reports
 * progress and a job that is published or deleted must not lock the same two rows in different orders.
 */
async function noteChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transcription_changes (
      job_id uuid primary key,
      user_id uuid not null,
      changed_in xid8 not null,
      changed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index transcription_changes_order on transcription_changes (changed_in)`.execute(db)
  await sql`create index transcription_changes_user on transcription_changes (user_id, changed_in)`.execute(db)
  await sql`create index transcription_changes_age on transcription_changes (changed_at)`.execute(db)
  await sql`
    create function note_transcription_change() returns trigger language plpgsql as $$
    begin
      insert into transcription_changes (job_id, user_id, changed_in)
      values (coalesce(new.video_id, old.video_id), coalesce(new.user_id, old.user_id), pg_current_xact_id())
      on conflict (job_id) do update set changed_in = excluded.changed_in, changed_at = excluded.changed_at;
      perform pg_notify('live', 'jobs');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger transcriptions_change after insert or delete on transcriptions
      for each row execute function note_transcription_change()`.execute(db)
  await sql`
    create trigger transcriptions_progress after update on transcriptions for each row
      when ((old.status, old.progress, old.message, old.language) is distinct from (new.status, new.progress, new.message, new.language))
      execute function note_transcription_change()`.execute(db)
}

/** Written in the transaction that stores the captions, so that no call is lost. Those who upload captions know of them. */
async function callWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_captions_ready() returns trigger language plpgsql as $$
    begin
      insert into webhook_deliveries (id, user_id, event, payload)
      select gen_random_uuid(), videos.user_id, 'caption.ready', jsonb_build_object(
        'id', videos.id, 'title', videos.title,
        'caption', jsonb_build_object('id', new.id, 'language', new.language, 'label', new.label, 'source', new.source))
      from videos join webhooks on webhooks.user_id = videos.user_id where videos.id = new.video_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger captions_ready after insert on captions for each row
      when (new.source <> 'uploaded') execute function note_captions_ready()`.execute(db)
}

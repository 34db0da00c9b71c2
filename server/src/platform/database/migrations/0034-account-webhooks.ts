import { type Kysely, sql } from 'kysely'

/**
 * Several webhooks for each person, with chosen events and a log of their calls. The version before knows one webhook for each person
 * (`webhooks`) and its waiting calls (`webhook_deliveries`). Triggers keep that row equal to the person's first webhook in both directions, and
 * the calls of the first webhook that the version before can make are still written to its table, so that either version makes them.
 * Both tables can be dropped in the version after this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await copyWebhooks(db)
  await mirrorFirst(db)
  await mirrorFormer(db)
  await oweCalls(db)
  await noteJobs(db)
  await noteVideos(db)
  await noteCaptions(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_webhooks (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      url text not null,
      secret text not null,
      events text[] not null,
      created_at timestamptz not null default now(),
      last_event text,
      last_at timestamptz,
      last_status integer,
      last_error text,
      failures integer not null default 0,
      failing_since timestamptz,
      paused_at timestamptz,
      pause_cause text,
      needs_notice boolean not null default false
    )`.execute(db)
  await sql`create index account_webhooks_user on account_webhooks (user_id, created_at, id)`.execute(db)
  await sql`create index account_webhooks_notice on account_webhooks (id) where needs_notice`.execute(db)
  await sql`
    create table webhook_calls (
      id uuid primary key,
      webhook_id uuid not null references account_webhooks on delete cascade,
      event_id uuid not null,
      event text not null,
      payload jsonb not null,
      happened_at timestamptz not null default clock_timestamp(),
      created_at timestamptz not null default clock_timestamp(),
      attempts integer not null default 0,
      due_at timestamptz,
      ended_at timestamptz,
      called_at timestamptz,
      duration_ms integer,
      status integer,
      error text,
      request jsonb,
      answer text
    )`.execute(db)
  // The next call of each webhook with one look-up, however many wait and however long the log is.
  await sql`create index webhook_calls_turn on webhook_calls (webhook_id, due_at) where due_at is not null`.execute(db)
  await sql`
    create index webhook_calls_unsent on webhook_calls (webhook_id, event, (coalesce(payload #>> '{caption,id}', payload->>'id')))
      where due_at is not null and attempts = 0`.execute(db)
  await sql`create index webhook_calls_log on webhook_calls (webhook_id, created_at desc, id desc)`.execute(db)
  await sql`create index webhook_calls_age on webhook_calls (ended_at) where ended_at is not null`.execute(db)
}

/** Waiting calls stay where they are: a worker of this version takes them over when they are due. */
async function copyWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into account_webhooks (id, user_id, url, secret, events, created_at, last_event, last_at, last_status, last_error)
    select gen_random_uuid(), user_id, url, secret, '{job.completed,job.failed,job.cancelled,caption.ready}', created_at,
      last_event, last_at, last_status, last_error
    from webhooks`.execute(db)
}

/** What this version writes, for the version before. */
async function mirrorFirst(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function first_webhook(owner uuid) returns uuid language sql stable as $$
      select id from account_webhooks where user_id = owner order by created_at, id limit 1
    $$`.execute(db)
  await sql`
    create function mirror_first_webhook() returns trigger language plpgsql as $$
    declare owner uuid := coalesce(new.user_id, old.user_id);
    begin
      if not exists (select from users where id = owner) then return null; end if;
      if tg_op <> 'DELETE' and new.id <> first_webhook(owner) then return null; end if;
      if not exists (select from account_webhooks where user_id = owner) then
        delete from webhooks where user_id = owner;
        return null;
      end if;
      insert into webhooks (user_id, url, secret, created_at, last_event, last_at, last_status, last_error)
      select owner, url, secret, created_at, last_event, last_at, last_status, last_error
      from account_webhooks where id = first_webhook(owner)
      on conflict (user_id) do update set url = excluded.url, secret = excluded.secret, created_at = excluded.created_at,
        last_event = excluded.last_event, last_at = excluded.last_at, last_status = excluded.last_status, last_error = excluded.last_error;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger account_webhooks_mirror after insert or delete or update of url, secret, last_at on account_webhooks
      for each row execute function mirror_first_webhook()`.execute(db)
}

/** What the version before writes, for this one. Changes by the trigger above are not top-level and are left out. */
async function mirrorFormer(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mirror_former_webhook() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from account_webhooks where id = first_webhook(old.user_id);
        return null;
      end if;
      update account_webhooks set url = new.url, secret = new.secret, last_event = new.last_event, last_at = new.last_at,
        last_status = new.last_status, last_error = new.last_error
      where id = first_webhook(new.user_id);
      if not found then
        insert into account_webhooks (id, user_id, url, secret, events, created_at)
        values (gen_random_uuid(), new.user_id, new.url, new.secret, '{job.completed,job.failed,job.cancelled,caption.ready}', new.created_at);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger webhooks_mirror after insert or update or delete on webhooks
      for each row when (pg_trigger_depth() = 0) execute function mirror_former_webhook()`.execute(db)
}

/**
 * Writes the calls of an event, in the transaction of the change. A webhook that is deleted at the same time is passed over (the row lock
 * reads it again) and the change itself succeeds. Changes of one object that follow each other are one call. A webhook with 10,000 waiting
 * calls is paused: without an end, calls that nobody receives would fill the database.
 */
async function oweCalls(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function owe_webhook_calls(owner uuid, name text, details jsonb) returns void language plpgsql as $$
    declare
      hook record;
      is_change boolean := name like '%.updated';
    begin
      -- In this order everywhere: the former row, then those of this version.
      perform from webhooks where user_id = owner for key share;
      if not found then return; end if;
      for hook in
        select id from account_webhooks
        where user_id = owner and paused_at is null and events && array[name, split_part(name, '.', 1) || '.*', '*']
          and exists (select from users where users.id = owner)
        order by id for key share
      loop
        if is_change then
          update webhook_calls set payload = details, happened_at = clock_timestamp()
          where webhook_id = hook.id and event = name and due_at is not null and attempts = 0
            and coalesce(payload #>> '{caption,id}', payload->>'id') = coalesce(details #>> '{caption,id}', details->>'id');
          continue when found;
        end if;
        if (select count(*) >= 10000 from (
          select from webhook_calls where webhook_id = hook.id and due_at is not null limit 10000) as waiting) then
          update account_webhooks set paused_at = now(), pause_cause = 'behind', needs_notice = true
          where id = hook.id and paused_at is null;
          continue;
        end if;
        if name in ('job.completed', 'job.failed', 'job.cancelled', 'caption.ready') and hook.id = first_webhook(owner) then
          insert into webhook_deliveries (id, user_id, event, payload) values (gen_random_uuid(), owner, name, details);
        else
          insert into webhook_calls (id, webhook_id, event_id, event, payload, due_at)
          select call.id, hook.id, call.id, name, details, now() + case when is_change then interval '5 seconds' else interval '0' end
          from (select gen_random_uuid() as id) as call;
        end if;
      end loop;
    end $$`.execute(db)
}

async function noteJobs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_job_end() returns trigger language plpgsql as $$
    begin
      perform owe_webhook_calls(new.user_id, case when tg_op = 'INSERT' then 'job.created' else 'job.' || lower(new.status) end, jsonb_build_object(
        'id', new.id, 'title', videos.title, 'input_source', new.input_source, 'status', new.status, 'progress', new.progress,
        'error_cause', new.error_cause, 'error_text', new.error_text, 'created_at', new.created_at, 'finished_at', new.finished_at))
      from videos where videos.id = new.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger jobs_made after insert on jobs for each row execute function note_job_end()`.execute(db)
}

async function noteVideos(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_video_change() returns trigger language plpgsql as $$
    declare video videos := case when tg_op = 'DELETE' then old else new end;
    begin
      perform owe_webhook_calls(video.user_id, tg_argv[0], jsonb_build_object(
        'id', video.id, 'title', video.title, 'description', video.description, 'visibility', video.visibility, 'status', video.status,
        'tags', video.tags, 'duration', video.duration, 'width', video.width, 'height', video.height, 'created_at', video.created_at));
      return null;
    end $$`.execute(db)
  const when = (name: string, event: string, word: string, condition?: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on videos for each row ${sql.raw(condition ? `when (${condition})` : '')}
      execute function note_video_change(${sql.lit(word)})`.execute(db)
  const shown = ['title', 'description', 'visibility', 'tags', 'chapters', 'allow_download', 'show_views', 'show_heat', 'thumbnail_version']
  const row = (from: string) => `(${shown.map((column) => `${from}.${column}`).join(', ')})`
  await when('videos_call_new', 'insert', 'video.created')
  await when('videos_call_ready', 'update of status', 'video.ready', `old.status <> 'ready' and new.status = 'ready'`)
  await when('videos_call_change', `update of ${shown.join(', ')}`, 'video.updated', `${row('old')} is distinct from ${row('new')}`)
  await when('videos_call_gone', 'delete', 'video.deleted')
}

/** Captions that go with their video are not named: its own event says so. Those who upload captions know that they are there. */
async function noteCaptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_captions_ready() returns trigger language plpgsql as $$
    declare caption captions := case when tg_op = 'DELETE' then old else new end;
    begin
      perform owe_webhook_calls(videos.user_id, coalesce(tg_argv[0], 'caption.ready'), jsonb_build_object(
        'id', videos.id, 'title', videos.title,
        'caption', jsonb_build_object('id', caption.id, 'language', caption.language, 'label', caption.label, 'source', caption.source)))
      from videos where videos.id = caption.video_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger captions_call_change after update of language, label, content on captions for each row
      when ((old.language, old.label, old.content) is distinct from (new.language, new.label, new.content))
      execute function note_captions_ready('caption.updated')`.execute(db)
  await sql`
    create trigger captions_call_gone after delete on captions for each row
      execute function note_captions_ready('caption.deleted')`.execute(db)
  await sql`
    create function note_captions_failed() returns trigger language plpgsql as $$
    begin
      perform owe_webhook_calls(videos.user_id, 'caption.failed', jsonb_build_object(
        'id', videos.id, 'title', videos.title,
        'caption', jsonb_build_object('id', null, 'language', new.language, 'source', 'automatic', 'error_text', new.message)))
      from videos where videos.id = new.video_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger transcriptions_call_failed after update of status on transcriptions for each row
      when (old.status <> 'failed' and new.status = 'failed') execute function note_captions_failed()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Long work of a person: imports, bulk changes, exports. A worker holds a lease on a task, so what a killed one has left is continued by the
 * next. Items are what there is to do, and in the end the report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tasks (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null,
      title text not null,
      status text not null default 'listing' check (status in ('listing', 'running', 'completed', 'failed', 'cancelled')),
      request jsonb not null,
      listed_to jsonb,
      total integer not null default 0,
      done integer not null default 0,
      skipped integer not null default 0,
      failed integer not null default 0,
      message text,
      lease uuid,
      leased_until timestamptz,
      lease_count integer not null default 0,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db)
  await sql`create index tasks_user on tasks (user_id, id)`.execute(db)
  await sql`create index tasks_open on tasks (user_id, kind, id) where ended_at is null`.execute(db)
  await sql`create index tasks_ended on tasks (ended_at) where ended_at is not null`.execute(db)
  await sql`
    create table task_items (
      task_id uuid not null references tasks on delete cascade,
      number integer not null,
      key text not null,
      label text not null,
      details jsonb not null default '{}',
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'skipped', 'failed')),
      video_id uuid,
      reason text,
      attempts integer not null default 0,
      primary key (task_id, number),
      unique (task_id, key)
    )`.execute(db)
  await sql`create index task_items_status on task_items (task_id, status, number)`.execute(db)
}

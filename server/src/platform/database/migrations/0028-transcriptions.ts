import { type Kysely, sql } from 'kysely'

/**
 * Requests for automatic captions, one for each video. The row is gone once they are stored. A worker holds a lease, so what a killed one
 * has left is taken by the next.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transcriptions (
      video_id uuid primary key references videos on delete cascade,
      user_id uuid not null,
      language text not null,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'failed')),
      progress integer not null default 0,
      attempts integer not null default 0,
      message text,
      lease uuid,
      leased_until timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index transcriptions_open on transcriptions (created_at) where status <> 'failed'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      input_source text not null,
      output_formats text[] not null check (cardinality(output_formats) > 0),
      status text not null
        check (status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING', 'COMPLETED', 'FAILED', 'CANCELLED')),
      progress real not null default 0 check (progress between 0 and 100),
      error_text text,
      queued_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index jobs_user on jobs (user_id, created_at desc, id desc)`.execute(db)
  // For the reconciler, which reads unfinished rows that the queue may have lost. Most rows are finished, and stay out of the index.
  await sql`
    create index jobs_unfinished on jobs (queued_at nulls first)
      where status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING')`.execute(db)
}

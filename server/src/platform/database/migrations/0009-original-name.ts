import { type Kysely, sql } from 'kysely'

/** What people called the file they uploaded. The upload's own row is forgotten after a day, and its key holds only what a key may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column original_name text`.execute(db)
  await sql`
    update videos set original_name = coalesce(
      (select filename from uploads where uploads.id = videos.id),
      (select split_part(input_source, '/', 3) from jobs where jobs.id = videos.id)
    ) where exists (select from jobs where jobs.id = videos.id and input_source like 'uploads/%')
      or exists (select from uploads where uploads.id = videos.id)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The name of the uploaded file. The row of the upload is deleted after a day, and its key allows few characters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column original_name text`.execute(db)
  await sql`
    update videos set original_name = coalesce(
      (select filename from uploads where uploads.id = videos.id),
      (select split_part(input_source, '/', 3) from jobs where jobs.id = videos.id)
    ) where exists (select from jobs where jobs.id = videos.id and input_source like 'uploads/%')
      or exists (select from uploads where uploads.id = videos.id)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * A job that fails to make missing qualities names them no longer: the formats that it had before are stored with the replacement of its file
 * by itself, and come back with the end of that. A process of the version before stores none, and its jobs end as they did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replacements add column former_formats text[]`.execute(db)
  await sql`
    create or replace function give_up_replacement() returns trigger language plpgsql as $$
    begin
      update jobs set output_formats = former_formats from replacements
      where jobs.id = new.id and video_id = jobs.id and former_formats is not null;
      delete from replacements where video_id = new.id;
      return null;
    end $$`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The sentence of the trigger in common spelling. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log cannot be changed.';
    end $$`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Finds the next call of each owner with one index lookup, however many are pending: owners are served round-robin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists webhook_deliveries_turn on webhook_deliveries (user_id, due_at)`.execute(db)
}

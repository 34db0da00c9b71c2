import { type Kysely, sql } from 'kysely'

/** What an owner is owed next is one look-up, however much it is: owners take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists webhook_deliveries_turn on webhook_deliveries (user_id, due_at)`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** More at once would hold their rows for long; the next run takes the others. */
const maxAdopted = 1000

/**
 * Takes over the due calls that are still in the table of the version before. A process of that version leases them by their due time as well,
 * so each call is made by one of the two.
 */
export async function adoptDeliveries(db: Db): Promise<void> {
  await sql`
    with due as (
      select id from webhook_deliveries where due_at <= now() order by due_at limit ${maxAdopted} for update skip locked
    ),
    taken as (delete from webhook_deliveries using due where webhook_deliveries.id = due.id returning webhook_deliveries.*)
    insert into webhook_calls (id, webhook_id, event_id, event, payload, happened_at, created_at, attempts, due_at)
    select id, first_webhook(user_id), id, event, payload, created_at, created_at, attempts, due_at
    from taken where first_webhook(user_id) is not null`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface Delivery {
  id: string
  user_id: string
  event: string
  /** `caption` only of the event that says that captions are there. */
  payload: { id: string; caption?: object }
  attempts: number
  created_at: Date
  url: string
  secret: string
  /** The host in the address; calls to one host are counted together. */
  host: string
}

/** The running calls of this process, by owner and by host. */
export interface RunningCalls {
  owners: ReadonlyMap<string, number>
  hosts: ReadonlyMap<string, number>
}

/** Longer than a call may take. The deliveries of a killed process are leased again after this time. */
const lease = '2 minutes'

/** Concurrent calls of one process: in total, per owner and per host. */
export const maxCalls = { total: 50, perOwner: 4, perHost: 16 }

/**
 * Leases due deliveries by moving their due time into the future, so that two workers never make the same call at once and a killed
 * worker loses none. Owners are served in turn: the first delivery of each owner comes before the second of any, so that a receiver
 * that never answers delays only its owner. It costs one index look-up per owner with deliveries, however many there are.
 */
export async function leaseDeliveries(db: Db, limit: number, { owners, hosts }: RunningCalls): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with recursive waiting (user_id) as (
      (select user_id from webhook_deliveries order by user_id limit 1)
      union all
      select (select next.user_id from webhook_deliveries next where next.user_id > waiting.user_id order by next.user_id limit 1)
      from waiting where waiting.user_id is not null
    ),
    busy_owners as (select * from unnest(${[...owners.keys()]}::uuid[], ${[...owners.values()]}::int[]) as busy (user_id, calls)),
    busy_hosts as (select * from unnest(${[...hosts.keys()]}::text[], ${[...hosts.values()]}::int[]) as busy (host, calls)),
    due as (
      select next.id, next.due_at, webhooks.user_id, webhooks.url, webhooks.secret,
        coalesce(lower(substring(webhooks.url from '^[A-Za-z]+://(?:[^/@]*@)?([^/:?#]+)')), webhooks.user_id::text) as host,
        coalesce(busy_owners.calls, 0) + row_number() over (partition by webhooks.user_id order by next.due_at) as turn
      from waiting
      join webhooks on webhooks.user_id = waiting.user_id
      left join busy_owners on busy_owners.user_id = waiting.user_id
      cross join lateral (
        select id, due_at from webhook_deliveries
        where webhook_deliveries.user_id = waiting.user_id and due_at <= now()
        order by due_at limit greatest(0, ${maxCalls.perOwner}::int - coalesce(busy_owners.calls, 0))
      ) as next
    ),
    ranked as (
      select due.*, coalesce(busy_hosts.calls, 0) + row_number() over (partition by due.host order by turn, due_at) as host_turn
      from due left join busy_hosts on busy_hosts.host = due.host
    ),
    chosen as (select * from ranked where host_turn <= ${maxCalls.perHost} order by turn, due_at limit ${limit}),
    locked as (
      select id from webhook_deliveries where id in (select id from chosen) and due_at <= now() order by id for update skip locked
    )
    update webhook_deliveries set due_at = now() + ${sql.lit(lease)}::interval, attempts = attempts + 1
    from locked join chosen on chosen.id = locked.id
    where webhook_deliveries.id = locked.id
    returning webhook_deliveries.*, chosen.url, chosen.secret, chosen.host`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface Owed {
  id: string
  user_id: string
  event: string
  payload: { id: string }
  attempts: number
  created_at: Date
  url: string
  secret: string
  /** As the database reads it out of the address; calls to one host are counted together. */
  host: string
}

/** What is under way in this process, by owner and by host. */
export interface CallsUnderWay {
  owners: ReadonlyMap<string, number>
  hosts: ReadonlyMap<string, number>
}

/** Longer than a call may take; whoever has taken a delivery and died gives it back by this. */
const lease = '2 minutes'

/** Calls at once in one process: to all receivers, to the one of an owner, and to one host, whoever's receivers it has. */
export const maxCalls = { ofAll: 50, ofOwner: 4, toHost: 16 }

/**
 * Takes deliveries by moving their due time into the future, so that two workers never make the same call at once and a
 * worker that dies loses none. Owners take turns: everybody's first before anybody's second, so that a receiver that never
 * answers holds up its owner alone. One index look-up for each owner who is owed something, however much it is.
 */
export async function takeOwed(db: Db, most: number, { owners, hosts }: CallsUnderWay): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    with recursive waiting (user_id) as (
      (select user_id from webhook_deliveries order by user_id limit 1)
      union all
      select (select next.user_id from webhook_deliveries next where next.user_id > waiting.user_id order by next.user_id limit 1)
      from waiting where waiting.user_id is not null
    ),
    busy_owners as (select * from unnest(${[...owners.keys()]}::uuid[], ${[...owners.values()]}::int[]) as busy (user_id, calls)),
    busy_hosts as (select * from unnest(${[...hosts.keys()]}::text[], ${[...hosts.values()]}::int[]) as busy (host, calls)),
    owed as (
      select next.id, next.due_at, webhooks.user_id, webhooks.url, webhooks.secret,
        coalesce(lower(substring(webhooks.url from '^[A-Za-z]+://(?:[^/@]*@)?([^/:?#]+)')), webhooks.user_id::text) as host,
        coalesce(busy_owners.calls, 0) + row_number() over (partition by webhooks.user_id order by next.due_at) as turn
      from waiting
      join webhooks on webhooks.user_id = waiting.user_id
      left join busy_owners on busy_owners.user_id = waiting.user_id
      cross join lateral (
        select id, due_at from webhook_deliveries
        where webhook_deliveries.user_id = waiting.user_id and due_at <= now()
        order by due_at limit greatest(0, ${maxCalls.ofOwner}::int - coalesce(busy_owners.calls, 0))
      ) as next
    ),
    ranked as (
      select owed.*, coalesce(busy_hosts.calls, 0) + row_number() over (partition by owed.host order by turn, due_at) as host_turn
      from owed left join busy_hosts on busy_hosts.host = owed.host
    ),
    chosen as (select * from ranked where host_turn <= ${maxCalls.toHost} order by turn, due_at limit ${most}),
    held as (
      select id from webhook_deliveries where id in (select id from chosen) and due_at <= now() order by id for update skip locked
    )
    update webhook_deliveries set due_at = now() + ${sql.lit(lease)}::interval, attempts = attempts + 1
    from held join chosen on chosen.id = held.id
    where webhook_deliveries.id = held.id
    returning webhook_deliveries.*, chosen.url, chosen.secret, chosen.host`.execute(db)
  return rows
}

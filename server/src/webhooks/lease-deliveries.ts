import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface Delivery {
  id: string
  event_id: string
  webhook_id: string
  user_id: string
  event: string
  payload: EventPayload
  attempts: number
  happened_at: Date
  url: string
  secret: string
  /** The host in the address; calls to one host are counted together. */
  host: string
}

/** What an event is about: a job or a video; events of captions have them beside the job of their video. */
export interface EventPayload {
  id: string
  caption?: object
  /** Of a video: in lower case, and in the spelling of its owner. */
  tags?: string[]
  tag_names?: string[]
}

/** The running calls of this process, by webhook, owner and host. */
export interface RunningCalls {
  webhooks: ReadonlyMap<string, number>
  owners: ReadonlyMap<string, number>
  hosts: ReadonlyMap<string, number>
}

/** Longer than a call may take. The deliveries of a killed process are leased again after this time. */
const lease = '2 minutes'

/** Concurrent calls of one process: in total, per webhook, per owner and per host. */
export const maxCalls = { total: 100, perWebhook: 4, perOwner: 8, perHost: 16 }

const busy = (calls: ReadonlyMap<string, number>, type: 'uuid' | 'text') =>
  sql`select * from unnest(${[...calls.keys()]}::${sql.raw(type)}[], ${[...calls.values()]}::int[]) as busy (key, calls)`

/**
 * Leases due deliveries by moving their due time into the future, so that two workers never make the same call at once and a killed
 * worker loses none. Webhooks are served in turn: the first delivery of each comes before the second of any, so that a receiver
 * that never answers delays no other. It costs one index look-up per webhook with deliveries, however many there are.
 */
export async function leaseDeliveries(db: Db, limit: number, { webhooks, owners, hosts }: RunningCalls): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with recursive waiting (id) as (
      (select webhook_id from webhook_calls where due_at is not null order by webhook_id limit 1)
      union all
      select (select next.webhook_id from webhook_calls next
        where next.webhook_id > waiting.id and due_at is not null order by next.webhook_id limit 1)
      from waiting where waiting.id is not null
    ),
    busy_webhooks as (${busy(webhooks, 'uuid')}),
    busy_owners as (${busy(owners, 'uuid')}),
    busy_hosts as (${busy(hosts, 'text')}),
    due as (
      select next.id, next.due_at, hook.user_id, hook.url, hook.secret,
        coalesce(lower(substring(hook.url from '^[A-Za-z]+://(?:[^/@]*@)?([^/:?#]+)')), hook.id::text) as host,
        coalesce(busy_webhooks.calls, 0) + row_number() over (partition by hook.id order by next.due_at) as turn
      from waiting
      join account_webhooks hook on hook.id = waiting.id and hook.paused_at is null
      left join busy_webhooks on busy_webhooks.key = hook.id
      cross join lateral (
        select id, due_at from webhook_calls
        where webhook_calls.webhook_id = hook.id and due_at <= now()
        order by due_at limit greatest(0, ${maxCalls.perWebhook}::int - coalesce(busy_webhooks.calls, 0))
      ) as next
    ),
    of_owner as (
      select due.*, coalesce(busy_owners.calls, 0) + row_number() over (partition by user_id order by turn, due_at) as owner_turn
      from due left join busy_owners on busy_owners.key = user_id
    ),
    ranked as (
      select of_owner.*, coalesce(busy_hosts.calls, 0) + row_number() over (partition by of_owner.host order by owner_turn, due_at) as host_turn
      from of_owner left join busy_hosts on busy_hosts.key = of_owner.host where owner_turn <= ${maxCalls.perOwner}
    ),
    chosen as (select * from ranked where host_turn <= ${maxCalls.perHost} order by owner_turn, due_at limit ${limit}),
    locked as (
      -- By their ids: while the statistics of the table are old, a join would read every due row for each of them.
      select id from webhook_calls where id = any(array(select id from chosen)) and due_at <= now() order by id for update skip locked
    )
    update webhook_calls set due_at = now() + ${sql.lit(lease)}::interval, attempts = attempts + 1
    from locked join chosen on chosen.id = locked.id
    where webhook_calls.id = locked.id
    returning webhook_calls.*, chosen.user_id, chosen.url, chosen.secret, chosen.host`.execute(db)
  return rows
}

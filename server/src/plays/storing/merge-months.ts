import { otherHosts } from '@video-forge/contract/rules/play-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { keptDays } from '../reading/period-days.ts'
import { addToDay } from './add-to-day.ts'
import { maxHosts } from './store-hosts.ts'
import { addToServed } from './store-served.ts'

const batchSize = 2000

const isOld = sql<boolean>`not is_month and day < (now() at time zone 'utc')::date - ${sql.lit(keptDays)}::int`

/** Adds some old days to the rows of their months and deletes them, in one statement; true when there may be more. */
export async function mergeOldDays(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from play_days where (subject, day, is_month) in (
        select subject, day, is_month from play_days where ${isOld} limit ${batchSize} for update skip locked)
      returning *
    ),
    merged as (
      insert into play_days (subject, day, is_month, views, plays, watch_seconds, shares, stalls, startup, devices, reached)
      select subject, date_trunc('month', day)::date, true, sum(views), sum(plays), sum(watch_seconds), sum(shares), sum(stalls),
        sum_counters(startup), sum_counters(devices), sum_counters(reached)
      from old group by 1, 2
      ${addToDay}
    )
    select count(*)::int as count from old`.execute(db)
  return (rows[0]?.count ?? 0) >= batchSize
}

/** The same for bytes. */
export async function mergeOldServed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from play_bytes where (subject, day, is_month, format, codec) in (
        select subject, day, is_month, format, codec from play_bytes where ${isOld} limit ${batchSize} for update skip locked)
      returning *
    ),
    merged as (
      insert into play_bytes (subject, day, is_month, format, codec, bytes, saved)
      select subject, date_trunc('month', day)::date, true, format, codec, sum(bytes), sum(saved) from old group by 1, 2, 4, 5
      ${addToServed}
    )
    select count(*)::int as count from old`.execute(db)
  return (rows[0]?.count ?? 0) >= batchSize
}

/** The same for hosts. Within a month a subject keeps as many as within a day; the rest is counted as other. */
export async function mergeOldHosts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from play_hosts where (subject, day, is_month, host) in (
        select subject, day, is_month, host from play_hosts where ${isOld} limit ${batchSize} for update skip locked)
      returning *
    ),
    sums as (
      select subject, date_trunc('month', day)::date as month, host, sum(views) as views from old group by 1, 2, 3
    ),
    ranked as (
      select sums.*, exists (
          select from play_hosts known
          where known.subject = sums.subject and known.day = month and known.is_month and known.host = sums.host) as is_known,
        row_number() over (partition by subject, month order by views desc, host)
          + (select count(*) from play_hosts known where known.subject = sums.subject and known.day = month and known.is_month) as place
      from sums
    ),
    merged as (
      insert into play_hosts (subject, day, is_month, host, views)
      select subject, month, true, case when is_known or place <= ${maxHosts} then host else ${otherHosts} end, sum(views)
      from ranked group by 1, 2, 3, 4
      on conflict (subject, day, is_month, host) do update set views = play_hosts.views + excluded.views
    )
    select count(*)::int as count from old`.execute(db)
  return (rows[0]?.count ?? 0) >= batchSize
}

import { otherHosts } from '@video-forge/contract/rules/play-rules'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { OfferedView } from './play-batch.ts'

/** Different hosts that one video, or the site, has in one day. Later ones are counted as other. */
export const maxHosts = 50

interface HostRow {
  subject: string
  day: string
  host: string
  views: number
}

/** Counts the hosts that led to views. */
export async function storeHosts(transaction: Transaction<Tables>, views: readonly OfferedView[]): Promise<void> {
  if (views.length === 0) return
  const gained = new Map<string, HostRow>()
  const known = await knownHosts(transaction, views)
  for (const { videoId: subject, day, host: sent } of views) {
    const hosts = known.get(`${subject} ${day}`) ?? new Set<string>()
    known.set(`${subject} ${day}`, hosts)
    const host = hosts.has(sent) || hosts.size < maxHosts ? sent : otherHosts
    hosts.add(host)
    const key = `${subject} ${day} ${host}`
    gained.set(key, { subject, day, host, views: (gained.get(key)?.views ?? 0) + 1 })
  }
  await sql`
    insert into play_hosts (subject, day, host, views)
    select subject, day, host, views
    from json_to_recordset(${JSON.stringify([...gained.values()])}) as gained(subject uuid, day date, host text, views bigint)
    order by subject, day, host
    on conflict (subject, day, is_month, host) do update set views = play_hosts.views + excluded.views`.execute(transaction)
}

async function knownHosts(transaction: Transaction<Tables>, views: readonly OfferedView[]): Promise<Map<string, Set<string>>> {
  const pairs = new Map(views.map(({ videoId, day }) => [`${videoId} ${day}`, { videoId, day }]))
  const subjects = [...pairs.values()].map(({ videoId }) => videoId)
  const days = [...pairs.values()].map(({ day }) => day)
  const { rows } = await sql<{ key: string; hosts: string[] }>`
    select subject || ' ' || day as key, array_agg(host) as hosts from play_hosts
    where not is_month and (subject, day) in (select * from unnest(${subjects}::uuid[], ${days}::date[]))
    group by subject, day`.execute(transaction)
  return new Map(rows.map(({ key, hosts }) => [key, new Set(hosts)]))
}

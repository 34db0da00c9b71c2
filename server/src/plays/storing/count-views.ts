import { playRules } from '@video-forge/contract/rules/play-rules'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { OfferedView } from './play-batch.ts'

/** So many at a time, because this process answers requests in between. */
const chunkSize = 1000

/**
 * The views of people who were not counted in the last hours, whichever process counted them. They are remembered under the hash of today;
 * after midnight the hash of yesterday is looked up too.
 */
export async function countViews(transaction: Transaction<Tables>, offered: readonly OfferedView[]): Promise<OfferedView[]> {
  // All processes insert in the order of the hashes, so they cannot block each other.
  const sorted = offered.toSorted((a, b) => a.hash.compare(b.hash))
  const counted: OfferedView[] = []
  for (let from = 0; from < sorted.length; from += chunkSize) {
    counted.push(...(await countChunk(transaction, sorted.slice(from, from + chunkSize))))
  }
  return counted
}

async function countChunk(transaction: Transaction<Tables>, offered: readonly OfferedView[]): Promise<OfferedView[]> {
  const hashes = offered.map(({ hash }) => hash.toString('hex'))
  const before = offered.map(({ yesterday }) => yesterday?.toString('hex') ?? null)
  const { rows } = await sql<{ hash: string }>`
    insert into play_viewers (hash, expires_at)
    select decode(viewer.hash, 'hex'), now() + make_interval(hours => ${playRules.viewHours})
    from unnest(${hashes}::text[], ${before}::text[]) as viewer(hash, before)
    where not exists (
      select from play_viewers counted where counted.hash = decode(viewer.before, 'hex') and counted.expires_at > now())
    order by viewer.hash
    on conflict (hash) do update set expires_at = excluded.expires_at where play_viewers.expires_at <= now()
    returning encode(hash, 'hex') as hash`.execute(transaction)
  const counted = new Set(rows.map(({ hash }) => hash))
  return offered.filter((_, index) => counted.has(hashes[index] ?? ''))
}

import { limits } from '@video-forge/contract/rules/limits'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Rows of one statement: many enough to be quick, few enough to block nobody for long. */
const batch = 500
/** Well below the 30 s after which a client gives up; what is left takes another call. */
const maxDeleteMs = 20_000

interface Originals {
  original_key: string | null
  shared_key: string | null
}

/** An upload that can be watched as it is stays, whatever became of its job. */
const isWatchable = sql`exists (select from videos kept where kept.id = jobs.id and kept.status in ('uploaded', 'ready'))`
const isOld = sql`jobs.status in ('FAILED', 'CANCELLED') and jobs.finished_at < now() - make_interval(days => ${sql.lit(limits.oldJobDays)})`
const isDeletable = sql`${isOld} and not ${isWatchable}`

/**
 * How many jobs `deleteOldJobs` would delete and how many it keeps, and the originals of the first ones with their shared copies. Nothing else
 * of them is in storage.
 */
export async function listOldJobs(db: Db, maxOriginals: number): Promise<{ count: number; kept: number; originals: string[] }> {
  const counted = await sql<{ count: string; kept: string }>`
    select count(*) filter (where not ${isWatchable}) as count, count(*) filter (where ${isWatchable}) as kept
    from jobs where ${isOld}`.execute(db)
  const { rows } = await sql<Originals>`
    select videos.original_key, videos.shared_key from jobs join videos on videos.id = jobs.id where ${isDeletable}
    order by jobs.finished_at limit ${maxOriginals}`.execute(db)
  const { count, kept } = counted.rows[0] ?? { count: 0, kept: 0 }
  return { count: Number(count), kept: Number(kept), originals: keysOf(rows) }
}

/** Deletes them, and returns how many and which originals went with them. */
export async function deleteOldJobs(
  db: Db,
  record: (transaction: Transaction<Tables>, count: number) => Promise<void>,
  onDeleted: () => void,
): Promise<{ count: number; originals: string[] }> {
  const until = Date.now() + maxDeleteMs
  const originals: string[] = []
  let count = 0
  for (;;) {
    const { rows } = await db.transaction().execute(async (transaction) => {
      const deleted = await sql<Originals>`
        delete from videos where id in (
          select jobs.id from jobs where ${isDeletable} order by finished_at limit ${batch} for update skip locked
        ) returning original_key, shared_key`.execute(transaction)
      if (deleted.rows.length > 0) await record(transaction, deleted.rows.length)
      return deleted
    })
    count += rows.length
    originals.push(...keysOf(rows))
    onDeleted()
    if (rows.length < batch || Date.now() > until) return { count, originals }
  }
}

/** An original without private data is its own shared copy, so a key may come twice. */
const keysOf = (rows: readonly Originals[]): string[] => [
  ...new Set(rows.flatMap((row) => [row.original_key ?? [], row.shared_key ?? []].flat())),
]

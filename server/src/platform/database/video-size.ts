import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What a video counts towards its owner's storage, and as how many files: what the counters of the owner know of it. */
export async function readVideoSize(transaction: Transaction<Tables>, id: string): Promise<{ bytes: number; count: number }> {
  const { rows } = await sql<{ bytes: string; count: string }>`
    select coalesce(sum(bytes), 0) as bytes, count(*) filter (where bytes > 0) as count from (
      select file_size as bytes from assets where job_id = ${id}
      union all select unnest(array[waiting_bytes, shared_bytes, thumbnail_bytes]) from videos where id = ${id}
      union all select bytes from captions where video_id = ${id}
      union all select bytes from replacements where video_id = ${id}
    ) as sizes`.execute(transaction)
  return { bytes: Number(rows[0]?.bytes ?? 0), count: Number(rows[0]?.count ?? 0) }
}

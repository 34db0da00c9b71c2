import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { ServedBytes } from './play-batch.ts'

interface Row extends Omit<ServedBytes, 'videoId'> {
  subject: string
  saved: number
}

/** The rows of a batch, with how much each file in AV1 saved against the same quality in H.264. */
export async function servedRows(transaction: Transaction<Tables>, served: readonly ServedBytes[]): Promise<Row[]> {
  const ids = [...new Set(served.flatMap(({ videoId, codec }) => (codec === 'h264' ? [] : [videoId])))]
  const { rows } = await sql<{ videoId: string; format: string; factor: number }>`
    select job_id as "videoId", format, bytes_before::float8 / bytes - 1 as factor
    from reencodes where job_id = any(${ids}::uuid[]) and status = 'published' and bytes > 0`.execute(transaction)
  const factors = new Map(rows.map(({ videoId, format, factor }) => [`${videoId} ${format}`, factor]))
  return served.map(({ videoId, ...row }) => {
    const factor = row.codec === 'h264' ? 0 : (factors.get(`${videoId} ${row.format}`) ?? 0)
    return { ...row, subject: videoId, saved: Math.round(row.bytes * factor) }
  })
}

/** The same for all videos together. */
export function siteServed(rows: readonly Row[], subject: string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.day} ${row.format} ${row.codec}`
    const sum = sums.get(key)
    sums.set(key, { ...row, subject, bytes: row.bytes + (sum?.bytes ?? 0), saved: row.saved + (sum?.saved ?? 0) })
  }
  return [...sums.values()]
}

/** The end of an insert: bytes are added to a row that is there already. */
export const addToServed = sql`on conflict (subject, day, is_month, format, codec) do update set
  bytes = play_bytes.bytes + excluded.bytes, saved = play_bytes.saved + excluded.saved`

export async function addServed(transaction: Transaction<Tables>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into play_bytes (subject, day, format, codec, bytes, saved)
    select subject, day, format, codec, bytes, saved
    from json_to_recordset(${JSON.stringify(rows)}) as gained(subject uuid, day date, format text, codec text, bytes bigint, saved bigint)
    order by subject, day, format, codec
    ${addToServed}`.execute(transaction)
}

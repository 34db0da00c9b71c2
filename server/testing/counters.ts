import type { Site } from './site.ts'

/** What is counted for a user and for one kind of file. */
export async function readCounters({ sql }: Pick<Site, 'sql'>, userId: string, fileKind: string) {
  const { rows } = await sql.query(
    'select kind, sum(count)::int as count, sum(bytes)::int as bytes from tallies where name = $1 or name = $2 group by kind order by kind',
    [userId, fileKind],
  )
  return Object.fromEntries(rows.map(({ kind, count, bytes }) => [kind, { count, bytes }]))
}

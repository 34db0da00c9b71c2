import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'

const validSeconds = 20

/** What this process says to all others about who watches now. */
export function createViewerCounts(db: Db) {
  const id = newId()
  let hasRows = false
  return {
    async store(watching: ReadonlyMap<string, number>): Promise<void> {
      // Nobody was there and nobody is: the database need not be asked.
      if (!hasRows && watching.size === 0) return
      const subjects = [...watching.keys()]
      await sql`
        with gone as (delete from play_audience where process = ${id} and subject <> all(${subjects}::uuid[]))
        insert into play_audience (subject, process, viewers, seen_at)
        select subject, ${id}, viewers, now() from unnest(${subjects}::uuid[], ${[...watching.values()]}::int[]) as watching(subject, viewers)
        on conflict (subject, process) do update set viewers = excluded.viewers, seen_at = excluded.seen_at`.execute(db)
      hasRows = subjects.length > 0
    },
    leave: (): Promise<unknown> => db.deleteFrom('play_audience').where('process', '=', id).execute(),
  }
}

/** How many watch the videos of the condition now, in all processes. */
export async function readCurrentViewers(db: Db, condition = sql<boolean>`true`): Promise<number> {
  const { rows } = await sql<{ viewers: number }>`
    select coalesce(sum(viewers), 0)::int as viewers from play_audience
    where seen_at > now() - make_interval(secs => ${validSeconds}) and ${condition}`.execute(db)
  return rows[0]?.viewers ?? 0
}

/** Rows of processes that ended without saying so. */
export async function deleteOldViewerCounts(db: Db): Promise<void> {
  await sql`delete from play_audience where seen_at < now() - interval '1 minute'`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

const batch = 500
/** An unfinished row the queue was last told about this long ago is told again; where it is still there, nothing changes. */
const doubtAfter = '30 seconds'

/**
 * Keeps the queue true to the jobs table. A row is committed before its id is queued, and either can be lost alone: the
 * process dies in between, the queue's server loses its data. So unfinished rows are offered to the queue again and again.
 */
export async function reconcileOnce(db: Db, queue: Queue): Promise<number> {
  const { rows } = await sql<{ id: string; turn: string }>`
    select id, turn from jobs
    where status in ${activeList}
      and (queued_at is null or queued_at < now() - ${sql.lit(doubtAfter)}::interval)
    order by queued_at nulls first
    limit ${batch}`.execute(db)
  for (const { id, turn } of rows) await queue.add(id, Number(turn))
  if (rows.length > 0) {
    await sql`update jobs set queued_at = now() where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  }
  return rows.length
}

/** Tells the queue of a row right after its commit. Should that fail, the next round finds the row. By the database's clock, as the rounds are. */
export async function enqueue(db: Db, queue: Queue, id: string): Promise<void> {
  const { turn } = await db.selectFrom('jobs').select('turn').where('id', '=', id).executeTakeFirstOrThrow()
  try {
    await queue.add(id, Number(turn))
    await db.updateTable('jobs').set({ queued_at: sql<Date>`now()` }).where('id', '=', id).execute()
  } catch {
    // Acknowledged all the same: the row is there.
  }
}

export const reconcileTask = (db: Db, queue: Queue): Task => ({
  name: 'compare the queue with the jobs table',
  needsLease: true,
  run: async () => (await reconcileOnce(db, queue)) === batch,
})

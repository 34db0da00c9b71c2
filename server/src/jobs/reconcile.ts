import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

const batch = 500
/** An unfinished job is added to the queue again after this long; if it is still there, nothing changes. */
const requeueAfter = '30 seconds'

/**
 * Adds unfinished jobs to the queue that it may have lost. A row is committed before its id is queued: the process may die in between, or the
 * queue's server may lose its data.
 */
export async function reconcileOnce(db: Db, queue: Queue): Promise<number> {
  const { rows } = await sql<{ id: string; turn: string }>`
    select id, turn from jobs
    where status in ${activeList}
      and (queued_at is null or queued_at < now() - ${sql.lit(requeueAfter)}::interval)
    order by queued_at nulls first
    limit ${batch}`.execute(db)
  for (const { id, turn } of rows) await queue.add(id, Number(turn))
  if (rows.length > 0) {
    await sql`update jobs set queued_at = now() where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  }
  return rows.length
}

/** Adds a job to the queue right after its commit. If that fails, the reconciler adds it later. Both use the database's clock. */
export async function enqueue(db: Db, queue: Queue, id: string): Promise<void> {
  const { turn } = await db.selectFrom('jobs').select('turn').where('id', '=', id).executeTakeFirstOrThrow()
  try {
    await queue.add(id, Number(turn))
    await db.updateTable('jobs').set({ queued_at: sql<Date>`now()` }).where('id', '=', id).execute()
  } catch {
    // The job is accepted all the same: its row exists.
  }
}

export const reconcileTask = (db: Db, queue: Queue): Task => ({
  name: 'compare the queue with the jobs table',
  needsLease: true,
  run: async () => (await reconcileOnce(db, queue)) === batch,
})

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import { deleteOldSalts } from './counting/salts.ts'
import { deleteOldViewerCounts } from './storing/current-viewers.ts'
import { mergeOldDays, mergeOldHosts, mergeOldServed } from './storing/merge-months.ts'

/** The background work behind the statistics of viewers. */
export const playTasks = (db: Db): Task[] => [
  {
    name: 'delete what identifies viewers',
    everyMs: 10 * 60_000,
    needsLease: true,
    run: async () => {
      await deleteOldSalts(db)
      await deleteOldViewerCounts(db)
      await sql`delete from play_viewers where expires_at <= now()`.execute(db)
      await sql`delete from play_batches where stored_at < now() - interval '1 day'`.execute(db)
      return false
    },
  },
  {
    name: 'merge old days of statistics into months',
    everyMs: 60 * 60_000,
    needsLease: true,
    run: async () => {
      const days = await mergeOldDays(db)
      const hosts = await mergeOldHosts(db)
      const served = await mergeOldServed(db)
      return days || hosts || served
    },
  },
]

import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/** No stream resumes after a day, so none needs what was removed before, or what changed in requests for captions. */
export const removedJobsTask = (db: Db): Task => ({
  name: 'delete records of removed jobs',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await sql`delete from job_changes where removed_at < now() - interval '1 day'`.execute(db)
    await sql`delete from transcription_changes where changed_at < now() - interval '1 day'`.execute(db)
    return false
  },
})

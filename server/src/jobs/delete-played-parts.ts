import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/**
 * Deletes the parts of completed jobs once nobody should be playing them any more: viewers who started while the job ran have had time to watch the
 * whole video, with breaks. A player that still asks continues with the finished files.
 */
export async function deletePlayedParts(db: Db): Promise<void> {
  await sql`
    delete from job_splits using jobs join videos on videos.id = jobs.id
    where jobs.id = job_splits.job_id and jobs.status = 'COMPLETED'
      and jobs.finished_at < now() - make_interval(secs => ${limits.livePartsSeconds} + coalesce(videos.duration, 0))`.execute(db)
}

export const deletePlayedPartsTask = (db: Db): Task => ({
  name: 'delete parts that were watched while a job ran',
  needsLease: true,
  run: async () => {
    await deletePlayedParts(db)
    return false
  },
})

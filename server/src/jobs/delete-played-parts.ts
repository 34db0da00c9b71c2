import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { diskSpace } from '../platform/disk-space.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/**
 * Deletes the parts of completed jobs once nobody should be playing them any more: viewers who started while the job ran have had time to watch the
 * whole video, with breaks. A player that still asks continues with the finished files.
 */
export async function deletePlayedParts(db: Db, { isDiskShort = false } = {}): Promise<void> {
  const isOver = sql`jobs.finished_at < now() - make_interval(secs => ${limits.livePartsSeconds} + coalesce(videos.duration, 0))`
  await sql`
    delete from job_splits using jobs join videos on videos.id = jobs.id
    where jobs.id = job_splits.job_id and jobs.status = 'COMPLETED' ${isDiskShort ? sql`` : sql`and ${isOver}`}`.execute(db)
}

/** With less than this share of the disk free, finished videos are not stored twice for the comfort of a few viewers. */
const minFreeShare = 0.1

/** `folder` is where files are stored; undefined for remote storage. */
export const deletePlayedPartsTask = (db: Db, folder: string | undefined): Task => ({
  name: 'delete parts that were watched while a job ran',
  needsLease: true,
  run: async () => {
    const space = folder === undefined ? null : await diskSpace(folder)
    await deletePlayedParts(db, { isDiskShort: space !== null && space.free < space.total * minFreeShare })
    return false
  },
})

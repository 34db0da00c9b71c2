import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Locks jobs before something is done to their videos. Workers lock a job first and its video after it; a transaction that began with the
 * video would wait for a worker that waits for it.
 */
export async function lockJobs(transaction: Transaction<Tables>, of: { video: string } | { user: string }): Promise<void> {
  const jobs = transaction.selectFrom('jobs').select('id').orderBy('id').forUpdate()
  await ('video' in of ? jobs.where('id', '=', of.video) : jobs.where('user_id', '=', of.user)).execute()
}

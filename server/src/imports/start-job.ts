import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import { activeList } from '../platform/database/status-sql.ts'
import type { ImportDeps } from './import-deps.ts'

const lookAgainMs = 2000

/** Starts the job of a video. A person with a limit of active jobs waits for their own jobs: the rest of the import comes after them. */
export async function startJobInTurn(
  deps: ImportDeps,
  userId: string,
  job: Parameters<ImportDeps['startJob']>[1],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await deps.startJob(userId, job)
    } catch (error) {
      const isFull = error instanceof Failure && error.code === 'QUOTA_REACHED' && (await isAtJobLimit(deps, userId))
      if (!isFull) throw error
      await wait(lookAgainMs, undefined, { signal })
    }
  }
}

async function isAtJobLimit({ db }: ImportDeps, userId: string): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select (select count(*) from jobs where user_id = users.id and status in ${activeList}) >= quota_jobs as full
    from users where id = ${userId}`.execute(db)
  return rows[0]?.full === true
}

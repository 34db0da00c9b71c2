import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The advisory lock of storage clean-ups; the same number in every process. */
const lockKey = 7_248_195_306
const timeoutMs = 25_000
const retryMs = 200

/**
 * Runs storage clean-ups one at a time across all processes. The lock is polled and not waited for in the database, because each
 * waiting session would hold a connection.
 */
export async function withCleanupLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const done = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as locked`.execute(transaction)
      return rows[0]?.locked ? { result: await work() } : undefined
    })
    if (done) return done.result
    await wait(retryMs)
  }
  throw new Failure('CONFLICT', 'Another clean-up is still running. Try again when it is done.')
}

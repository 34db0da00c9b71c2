import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Any number, the same in every process of ours: whoever holds it may clean up storage. */
const lockKey = 7_248_195_306
const patienceMs = 25_000
const lookEveryMs = 200

/**
 * Clean-ups run one after the other, over all processes: the second of two finds what the first has left. The lock is only
 * tried, never waited for inside the database, because everybody who waits there holds a connection.
 */
export async function oneAtATime<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const done = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(transaction)
      return rows[0]?.got ? { result: await work() } : undefined
    })
    if (done) return done.result
    await wait(lookEveryMs)
  }
  throw new Failure('CONFLICT', 'Another clean-up is still running. Try again when it is done.')
}

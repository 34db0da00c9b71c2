import type { Db } from '../platform/database/database.ts'
import { changedFor, changedForAll, changesSince, readHorizon, type UserPosition } from './read-changes.ts'
import { countJobs, describeUpdates, listActiveJobs, listQueue, openSessions } from './read-jobs.ts'

/** Everything that live events read from the database. */
export const createReads = (db: Db) => ({
  horizon: () => readHorizon(db),
  changesSince: (since: bigint) => changesSince(db, since),
  changedFor: (positions: readonly UserPosition[]) => changedFor(db, positions),
  changedForAll: (since: bigint) => changedForAll(db, since),
  describe: (ids: readonly string[]) => describeUpdates(db, ids),
  activeOf: (userIds: readonly string[] | 'everybody') => listActiveJobs(db, userIds),
  openSessions: (ids: readonly string[]) => openSessions(db, ids),
  countJobs: () => countJobs(db),
  queue: () => listQueue(db),
})

export type Reads = ReturnType<typeof createReads>

import type { Db } from '../../src/platform/database/database.ts'
import { openPostgresQueue } from '../../src/platform/queue/postgres-queue.ts'
import type { Queue } from '../../src/platform/queue/queue.ts'
import { newOwner } from '../jobs.ts'
import { silentLog } from '../silent-log.ts'
import { openTestDatabase } from './test-database.ts'

/** A fresh database with a queue of jobs in it, and a user who may own them. */
export interface JobDatabase {
  db: Db
  queue: Queue
  owner: string
  close(): Promise<void>
}

export async function openJobDatabase(): Promise<JobDatabase> {
  const database = await openTestDatabase()
  const queue = openPostgresQueue('jobs', database.connection, silentLog)
  return {
    db: database.db,
    queue,
    owner: await newOwner(database.db),
    async close() {
      await queue.close()
      await database.close()
    },
  }
}

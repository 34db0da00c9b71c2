import { randomUUID } from 'node:crypto'
import { createJob } from '../src/jobs/create-job.ts'
import { createWorkLedger } from '../src/pipeline/work-ledger.ts'
import type { Db } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'

export async function newOwner(db: Db): Promise<string> {
  const id = newId()
  const name = `u${randomUUID()}`
  await db
    .insertInto('users')
    .values({ id, username: name, username_key: name, email: name, email_key: name, groups: ['user'] })
    .execute()
  return id
}

export const submitJob = (db: Db, owner: string, title = 'clip'): Promise<string> =>
  createJob(db, owner, { inputSource: 'local-sample.mp4', outputFormats: ['480p'], visibility: 'public', title }, async () => {})

/** As a worker claims it. */
export async function claimJob(db: Db, id: string): Promise<void> {
  if (!(await createWorkLedger(db).claim(id))) throw new Error('the job was not claimed')
}

/** For tests that are the worker, in folders that do not know the pipeline. */
export const openLedger = (...options: Parameters<typeof createWorkLedger>) => createWorkLedger(...options)

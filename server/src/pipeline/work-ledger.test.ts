import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOwner, submitJob } from '../../testing/jobs.ts'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { createWorkLedger } from './work-ledger.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('an attempt that was overtaken can neither report, publish, fail nor hand back', async () => {
  const ledger = createWorkLedger(database.db)
  const id = await submitJob(database.db, await newOwner(database.db))
  const zombie = await ledger.claim(id)
  const next = await ledger.claim(id)
  if (!zombie || !next) throw new Error('the job was not claimed')
  const made = { assets: [asset()], notes: [], duration: 1, width: 2, height: 2, videoCodec: 'h264', audioCodec: null }
  expect(await ledger.report(zombie, { status: 'PROCESSING', progress: 50, stage: '', etaSeconds: null, renditions: [] })).toBe(false)
  expect(await ledger.publish(zombie, made)).toBe(false)
  expect(await ledger.fail(zombie, { cause: 'internal', sentence: 's', detail: undefined })).toBe(false)
  expect(await ledger.handBack(zombie, { counts: true })).toBe(false)
  expect(await ledger.publish(next, made)).toBe(true)
  expect(await ledger.publish(next, made)).toBe(false)
  expect(await ledger.claim(id)).toBeUndefined()
  expect(await database.db.selectFrom('assets').select('id').where('job_id', '=', id).execute()).toHaveLength(1)
})

test('progress never goes back, whatever is reported', async () => {
  const ledger = createWorkLedger(database.db)
  const claim = await ledger.claim(await submitJob(database.db, await newOwner(database.db)))
  if (!claim) throw new Error('the job was not claimed')
  const progressAfter = async (progress: number) => {
    const renditions = [{ format: '480p' as const, progress: progress + 1 }]
    await ledger.report(claim, { status: 'PROCESSING', progress, stage: '', etaSeconds: null, renditions })
    return database.db.selectFrom('jobs').select(['progress', 'renditions']).where('id', '=', claim.id).executeTakeFirstOrThrow()
  }
  expect(await progressAfter(40)).toEqual({ progress: 40, renditions: [{ format: '480p', progress: 41 }] })
  expect(await progressAfter(10)).toEqual({ progress: 40, renditions: [{ format: '480p', progress: 41 }] })
  expect(await progressAfter(50)).toEqual({ progress: 50, renditions: [{ format: '480p', progress: 51 }] })
})

const asset = () => ({
  type: 'THUMBNAIL' as const,
  key: 'k',
  filename: 'f',
  contentType: 'image/jpeg',
  size: 1,
  width: null,
  height: null,
  details: {},
})

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { jobStatuses } from '@video-forge/contract/job-lifecycle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { createJob } from './create-job.ts'
import { emptyTrashOnce } from './empty-trash.ts'
import { type JobQuery, listJobs } from './list-jobs.ts'
import { createWorkLedger } from './work-ledger.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function newOwner(): Promise<string> {
  const id = newId()
  const name = `u${randomUUID()}`
  await database.db
    .insertInto('users')
    .values({ id, username: name, username_key: name, email: name, email_key: name, groups: ['user'] })
    .execute()
  return id
}

const submit = (owner: string, title = 'clip') =>
  createJob(database.db, owner, { inputSource: 'local-sample.mp4', outputFormats: ['480p'], visibility: 'public', title }, async () => {})

/** Ids in the order in which they are served. */
async function line(): Promise<string[]> {
  const rows = await database.db.selectFrom('jobs').select('id').where('status', '=', 'PENDING').orderBy('turn').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

describe('turns', () => {
  test("fifty jobs of one person don't hold up another person's one", async () => {
    await database.db.deleteFrom('videos').execute()
    const [busy, other] = [await newOwner(), await newOwner()]
    const many: string[] = []
    for (let i = 0; i < 50; i += 1) many.push(await submit(busy))
    const ledger = createWorkLedger(database.db)
    await ledger.claim(many[0] ?? '')
    await ledger.claim(many[1] ?? '')
    const single = await submit(other)
    expect((await line()).indexOf(single)).toBeLessThanOrEqual(1)
  })

  test('who comes later never gets an earlier turn than what is served now', async () => {
    await database.db.deleteFrom('videos').execute()
    const [first, second] = [await newOwner(), await newOwner()]
    const ledger = createWorkLedger(database.db)
    const early = [await submit(first), await submit(first), await submit(first)]
    for (const id of early.slice(0, 2)) await ledger.claim(id)
    for (let i = 0; i < 5; i += 1) await submit(second)
    expect((await line()).indexOf(early[2] ?? '')).toBeLessThanOrEqual(1)
  })
})

describe('the fence', () => {
  test('an attempt that was overtaken can neither report, publish, fail nor hand back', async () => {
    const ledger = createWorkLedger(database.db)
    const id = await submit(await newOwner())
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
    const claim = await ledger.claim(await submit(await newOwner()))
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
})

test('the list is paged by key in every order, without holes or doubles', async () => {
  const owner = await newOwner()
  const ids = new Set<string>()
  for (let i = 0; i < 23; i += 1) ids.add(await submit(owner))
  for (const sort of ['newest', 'oldest', 'status', 'progress'] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listJobs(database.db, () => '', owner, { sort, limit: 5, cursor })
      expect(page.total).toBe(23)
      seen.push(...page.jobs.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(23)
    expect(new Set(seen)).toEqual(ids)
  }
  await expect(listJobs(database.db, () => '', owner, { sort: 'newest', limit: 5, cursor: 'made-up' })).rejects.toThrow(/cursor/)
})

test('every job is in the list of one filter', async () => {
  const owner = await newOwner()
  for (const status of jobStatuses) {
    const id = await submit(owner, status)
    await database.db.updateTable('jobs').set({ status }).where('id', '=', id).execute()
  }
  const listed = async (status: JobQuery['status']) => {
    const { jobs, total } = await listJobs(database.db, () => '', owner, { status, sort: 'oldest', limit: 50 })
    expect(total).toBe(jobs.length)
    return jobs.map(({ title }) => title)
  }
  expect(await listed('RUNNING')).toEqual(['DOWNLOADING', 'PROCESSING', 'UPLOADING'])
  expect(await listed('ACTIVE')).toEqual(['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING'])
  expect(await listed('CANCELLED')).toEqual(['CANCELLED'])
  expect(await listed(undefined)).toEqual([...jobStatuses])
})

test('the files of a video go when its row goes, even when it went with its owner', async () => {
  const storage = await openLocalStorage({ folder: await temporaryFolder(), linkBase: 'http://localhost', secret: 's'.repeat(32) })
  const owner = await newOwner()
  const [gone, kept] = [await submit(owner), await submit(await newOwner())]
  const bytes = (): Readable => ReadableStream.from([Buffer.from('x')])
  for (const id of [gone, kept])
    for (const name of ['original/source.mp4', '1/video.mp4']) await storage.put(`videos/${id}/${name}`, bytes())
  await database.db.deleteFrom('users').where('id', '=', owner).execute()
  await emptyTrashOnce(database.db, storage)
  const left: string[] = []
  for await (const { key } of storage.list('videos/')) left.push(key)
  expect(left.sort()).toEqual([`videos/${kept}/1/video.mp4`, `videos/${kept}/original/source.mp4`])
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

import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { jobStatuses } from '@video-forge/contract/rules/job-lifecycle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimJob, newOwner, submitJob } from '../../testing/jobs.ts'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from '../platform/database/database.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { deleteDiscardedFiles } from './delete-discarded-files.ts'
import { type JobQuery, listJobs } from './list-jobs.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const submit = (owner: string, title?: string) => submitJob(database.db, owner, title)

/** Ids in the order in which they are served. */
async function line(): Promise<string[]> {
  const rows = await database.db.selectFrom('jobs').select('id').where('status', '=', 'PENDING').orderBy('turn').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

describe('turns', () => {
  test("fifty jobs of one person don't hold up another person's one", async () => {
    await database.db.deleteFrom('videos').execute()
    const [busy, other] = [await newOwner(database.db), await newOwner(database.db)]
    const many: string[] = []
    for (let i = 0; i < 50; i += 1) many.push(await submit(busy))
    await claimJob(database.db, many[0] ?? '')
    await claimJob(database.db, many[1] ?? '')
    const single = await submit(other)
    expect((await line()).indexOf(single)).toBeLessThanOrEqual(1)
  })

  test('who comes later never gets an earlier turn than what is served now', async () => {
    await database.db.deleteFrom('videos').execute()
    const [first, second] = [await newOwner(database.db), await newOwner(database.db)]
    const early = [await submit(first), await submit(first), await submit(first)]
    for (const id of early.slice(0, 2)) await claimJob(database.db, id)
    for (let i = 0; i < 5; i += 1) await submit(second)
    expect((await line()).indexOf(early[2] ?? '')).toBeLessThanOrEqual(1)
  })
})

test('the list is paged by key in every order, without holes or doubles', async () => {
  const owner = await newOwner(database.db)
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
  const owner = await newOwner(database.db)
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
  const owner = await newOwner(database.db)
  const [gone, kept] = [await submit(owner), await submit(await newOwner(database.db))]
  const bytes = (): Readable => ReadableStream.from([Buffer.from('x')])
  for (const id of [gone, kept])
    for (const name of ['original/source.mp4', '1/video.mp4']) await storage.put(`videos/${id}/${name}`, bytes())
  await database.db.deleteFrom('users').where('id', '=', owner).execute()
  await deleteDiscardedFiles(database.db, storage)
  const left: string[] = []
  for await (const { key } of storage.list('videos/')) left.push(key)
  expect(left.sort()).toEqual([`videos/${kept}/1/video.mp4`, `videos/${kept}/original/source.mp4`])
})

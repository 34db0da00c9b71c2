import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimJob, newOwner, submitJob } from '../../testing/jobs.ts'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { createJob } from './create-job.ts'
import { deleteDiscardedFiles } from './delete-discarded-files.ts'
import { countJobs, type JobQuery, listJobs } from './list-jobs.ts'

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

describe('drafts', () => {
  const upload = async (owner: string, parts: object = {}): Promise<string> => {
    const id = newId()
    const original = { original_key: `videos/${id}/original/source.mov`, original_name: 'IMG_1.mov' }
    const video = { id, user_id: owner, title: 'Beach', visibility: 'private', status: 'uploaded', ...original } as const
    await database.db
      .insertInto('videos')
      .values({ ...video, ...parts })
      .execute()
    return id
  }
  const pages = async (owner: string, query: JobQuery) => {
    const seen: string[][] = []
    let cursor: string | undefined
    do {
      const page = await listJobs(database.db, () => '/picture', owner, { ...query, cursor })
      seen.push([...page.drafts, ...page.jobs].map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return seen
  }

  test('an upload without a job is listed only if it is asked for, and only for its owner', async () => {
    const [owner, other] = [await newOwner(database.db), await newOwner(database.db)]
    const id = await upload(owner, { duration: 61.5, view_count: 3 })
    const job = await submit(owner)
    await upload(other)
    const query = { sort: 'newest', limit: 5 } as const
    expect(await listJobs(database.db, () => '', owner, query)).toMatchObject({ drafts: [], draftTotal: 0, total: 1 })
    const { drafts, jobs, total, draftTotal } = await listJobs(database.db, () => '', owner, { ...query, drafts: 'first' })
    expect(drafts).toMatchObject([
      { id, title: 'Beach', visibility: 'private', duration: 61.5, views: 3, playable: true, thumbnail_url: null },
    ])
    expect(drafts[0]).toMatchObject({ source_name: 'IMG_1.mov', input_source: `uploads/${id}/source.mov` })
    expect(jobs.map(({ id }) => id)).toEqual([job])
    expect({ total, draftTotal }).toEqual({ total: 1, draftTotal: 1 })
    expect(await countJobs(database.db, owner)).toMatchObject({ PENDING: 1, total: 1, drafts: 1 })
    expect(await listJobs(database.db, () => '', owner, { ...query, drafts: 'only' })).toMatchObject({ jobs: [], drafts: [{ id }] })
  })

  test('a draft that is processed is a job from then on', async () => {
    const owner = await newOwner(database.db)
    const id = await upload(owner)
    const request = { inputSource: `uploads/${id}/source.mov`, outputFormats: ['480p' as const] }
    await createJob(database.db, owner, request, async () => {}, id)
    const { drafts, jobs } = await listJobs(database.db, () => '', owner, { sort: 'newest', limit: 5, drafts: 'first' })
    expect({ drafts, jobs: jobs.map((job) => job.id) }).toEqual({ drafts: [], jobs: [id] })
  })

  test.each([
    [0, 4],
    [3, 3],
    [4, 0],
    [4, 3],
    [5, 6],
  ])('%i drafts come before %i jobs, in pages of 4 without holes, doubles or an empty end', async (draftCount, jobCount) => {
    const owner = await newOwner(database.db)
    const [drafts, jobs]: [string[], string[]] = [[], []]
    for (let i = 0; i < draftCount; i += 1) drafts.unshift(await upload(owner))
    for (let i = 0; i < jobCount; i += 1) jobs.push(await submit(owner))
    const found = await pages(owner, { sort: 'oldest', limit: 4, drafts: 'first' })
    expect(found.flat()).toEqual([...drafts, ...jobs])
    expect(found).toHaveLength(Math.ceil((draftCount + jobCount) / 4))
    expect((await pages(owner, { sort: 'oldest', limit: 4, drafts: 'only' })).flat()).toEqual(drafts)
  })

  test('the cursor of drafts means nothing in a list of jobs, and the other way round', async () => {
    const owner = await newOwner(database.db)
    for (let i = 0; i < 2; i += 1) await Promise.all([upload(owner), submit(owner)])
    const query = { sort: 'newest', limit: 1 } as const
    const list = (parts: Partial<JobQuery>) => listJobs(database.db, () => '', owner, { ...query, ...parts })
    const ofDrafts = (await list({ drafts: 'only' })).nextCursor ?? ''
    const ofJobs = (await list({})).nextCursor ?? ''
    await expect(list({ cursor: ofDrafts })).rejects.toThrow(/cursor/)
    await expect(list({ cursor: ofJobs, drafts: 'only' })).rejects.toThrow(/cursor/)
  })
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

test('what is recorded for deletion is worked off at once, unless it is too new to be forgotten', async () => {
  const deleted: string[] = []
  const storage = { deleteAll: async (prefix: string) => void deleted.push(prefix) }
  const record = (count: number, age: string) =>
    sql`
      insert into discarded_files (prefix, discarded_at)
      select 'videos/' || gen_random_uuid() || '/', now() - ${age}::interval from generate_series(1, ${count}::int)`.execute(database.db)
  await database.db.deleteFrom('discarded_files').execute()
  await record(150, '2 minutes')
  await record(100, '1 second')
  expect([await deleteDiscardedFiles(database.db, storage), deleted.length]).toEqual([true, 100])
  expect([await deleteDiscardedFiles(database.db, storage), deleted.length]).toEqual([false, 200])
  expect(await database.db.selectFrom('discarded_files').selectAll().execute()).toHaveLength(100)
})

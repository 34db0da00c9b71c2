import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { MessageTail } from '@video-forge/media/run/ffmpeg/message-tail'
import { type FailureCause, ProgramFailure, runProgram } from '@video-forge/media/run/ffmpeg/run-program'
import { testMediaTools } from '@video-forge/media/testing/clips'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { type Storage, StorageUnavailable } from '../platform/storage/storage.ts'
import { createReencoder } from './reencoder.ts'

let site: Site
let database: Database
let storage: Storage
let scratch: string
let mediaTools: MediaTools
beforeAll(async () => {
  site = await openSite({ ROLE: 'api' })
  database = await databaseAt(site.product.databaseUrl)
  scratch = await temporaryFolder(afterAll)
  storage = await openLocalStorage({ folder: join(scratch, 'storage'), linkBase: 'http://localhost', secret: 's'.repeat(32) })
  mediaTools = await testMediaTools()
  await site.sql.query(`insert into reencode_settings (mode, min_plays, from_hour, to_hour, cpu_share) values ('popular', 20, 0, 0, 100)`)
})
afterAll(async () => {
  await database.close()
  await site.stop()
})
beforeEach(async () => void (await site.sql.query('delete from videos')))

/** A video that waits for its first step. Its original is no video, so that the step fails at once. */
async function waitingVideo({ isStored = true } = {}): Promise<string> {
  const id = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets: { TRANSCODE_480: 900 } })
  const key = `videos/${id}/original/a.mkv`
  await site.sql.query('update videos set original_key = $2 where id = $1', [id, key])
  await site.sql.query(`update assets set width = 192, height = 108, details = '{"index":{"initBytes":1,"segments":[],"codecs":[]}}'`)
  await site.sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, folder, bytes_before)
     select $1, job_id, id, '480p', 'av1', 'waiting', 'videos/x/', 900 from assets where job_id = $2`,
    [newId(), id],
  )
  const path = join(scratch, 'text')
  await writeFile(path, 'This is no video.')
  if (isStored) await storage.put(key, createReadStream(path))
  return id
}

function start(
  changed: Partial<Storage> = {},
  useFile: (key: string, use: unknown, signal: AbortSignal) => Promise<never> = async (key) => Promise.reject(new Error(key)),
  changedTools: Partial<MediaTools> = {},
) {
  const tools = { ...mediaTools, ...changedTools }
  const deps = { db: database.db, storage: { ...storage, ...changed }, mediaTools: tools, scratch, useFile, log: silentLog }
  const reencoder = createReencoder(deps)
  onTestFinished(() => reencoder.stop())
  return reencoder
}

/** Until the process rests. */
async function run(reencoder: ReturnType<typeof start>): Promise<void> {
  await reencoder.task.run()
  await reencoder.settled()
}

const row = async (id: string) => (await site.sql.query('select * from reencodes where job_id = $1', [id])).rows[0]

const unavailable = async (): Promise<never> => {
  throw new StorageUnavailable('The store cannot be reached.')
}

test('an outage of storage costs no video an attempt, and is not asked again at once', async () => {
  const ids = [await waitingVideo(), await waitingVideo()]
  const head = vi.fn(unavailable)
  const reencoder = start({ head, check: unavailable })
  for (let at = 0; at < 8; at += 1) await run(reencoder)
  expect(head).toHaveBeenCalledOnce()
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 'waiting', attempts: 0, lease: null })
})

test('a storage that has lost its files as a whole is an outage, too', async () => {
  const id = await waitingVideo()
  await run(start({ head: async () => undefined, check: unavailable }))
  expect(await row(id)).toMatchObject({ status: 'waiting', attempts: 0, lease: null })
})

test('an encoder that does not run costs no video an attempt', async () => {
  const id = await waitingVideo()
  const reencoder = start({}, undefined, { ffmpeg: '/bin/false' })
  await run(reencoder)
  await run(reencoder)
  expect(await row(id)).toMatchObject({ status: 'waiting', attempts: 0, lease: null })
})

test('an encoder that does not say its version counts as new, which the log says once', async () => {
  const warn = vi.spyOn(silentLog, 'warn')
  onTestFinished(() => warn.mockRestore())
  const ids = [await waitingVideo({ isStored: false }), await waitingVideo({ isStored: false })]
  await run(start({}, undefined, { ffmpeg: '/bin/true' }))
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 'skipped' })
  expect(warn.mock.calls).toEqual([['AV1 encoder version unknown, treated as newest']])
})

test('a video without its original is skipped, and the next one follows', async () => {
  const [lost, other] = [await waitingVideo({ isStored: false }), await waitingVideo({ isStored: false })]
  await run(start())
  for (const id of [lost, other])
    expect(await row(id)).toMatchObject({ status: 'skipped', reason: 'The rendition or its original is not stored.' })
})

const failWith = (failure: FailureCause) => async () => {
  throw new ProgramFailure(failure, 'It failed.', new MessageTail())
}

test('a program that stood still is tried again later, at the cost of an attempt; one that failed is not', async () => {
  const [busy, broken] = [await waitingVideo(), await waitingVideo()]
  await run(start({}, failWith('stuck')))
  expect(await row(busy)).toMatchObject({ status: 'waiting', attempts: 1, lease: expect.any(String) })
  await run(start({}, failWith('failed')))
  expect([(await row(busy)).status, (await row(broken)).status]).toEqual(['waiting', 'failed'])
  for (let attempts = 2; attempts <= 4; attempts += 1) {
    await site.sql.query(`update reencodes set leased_until = now() - interval '1 second' where job_id = $1`, [busy])
    await run(start({}, failWith('stuck')))
    expect(await row(busy)).toMatchObject({ status: 'waiting', attempts })
  }
  await site.sql.query(`update reencodes set leased_until = now() - interval '1 second' where job_id = $1`, [busy])
  await run(start())
  expect(await row(busy)).toMatchObject({ status: 'failed', reason: 'The encoder was ended several times.' })
})

test('the CPU time of a step that is stopped counts, its attempt does not', async () => {
  const id = await waitingVideo()
  const { ffmpeg, sandbox } = mediaTools
  const encode = async (_key: string, _use: unknown, signal: AbortSignal) => {
    const limits = { seconds: 60, silentSeconds: 60, memoryBytes: 1e9, fileBytes: 1 }
    const endless = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'null', '-']
    await runProgram({ program: ffmpeg, arguments: endless, folder: scratch, sandbox, limits, signal })
    throw new Error('It ended.')
  }
  const reencoder = start({}, encode)
  await reencoder.task.run()
  await vi.waitFor(async () => expect((await row(id)).lease).not.toBeNull(), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await reencoder.stop()
  const stopped = await row(id)
  expect(stopped).toMatchObject({ status: 'waiting', attempts: 0, lease: null })
  expect(stopped.cpu_seconds).toBeGreaterThan(0)
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { call, signIn } from '../harness/api-calls.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { withClips } from './clips.ts'
import { ended, expectSound, promise, promiseAt, reached, retry } from './invariants.ts'
import { openScaleSite, type ScaleSite } from './site.ts'
import { mountSmallDisk, unmount } from './small-disk.ts'
import { expectLeaseHolds, openSteppedClock } from './stepped-clock.ts'

const clips = withClips('short', 'long')
let site: ScaleSite
let api: ProductProcess
let token: string
let worker: ProductProcess

const startWorker = (name = 'worker', change: Record<string, string> = {}) => site.start(name, { ROLE: 'worker', ...change })
const sound = (workers = ['worker']) => expectSound(site, { api, workers, short: clips.short })

/** Another worker beside the usual one, for as long as the test runs. */
async function helper(name: string, change: Record<string, string> = {}): Promise<ProductProcess> {
  const process = await startWorker(name, change)
  onTestFinished(async () => void (await process.stop('SIGKILL')))
  return process
}

beforeAll(async () => {
  site = await openScaleSite()
  api = await site.start('api', { ROLE: 'api' })
  worker = await startWorker()
  token = await signIn(api)
})
// A test that failed may have left none.
beforeEach(async () => {
  if (worker.child.exitCode !== null || worker.child.signalCode !== null) worker = await startWorker()
})
afterAll(() => site?.close())

// A checkpoint is four seconds or longer, and what is newer than a group of two is not one yet.
test.each([
  [5, 0],
  [50, 4],
  [95, 12],
])(
  'killed at %i percent: its job is taken over when the lease ends, at least %i s are not made again, and it has every frame',
  async (percent, kept) => {
    const id = await promiseAt(percent, site, api, token, clips.long)
    await worker.stop('SIGKILL')
    expect(await site.records.job(id)).toMatchObject({ status: expect.stringMatching('PROCESSING|UPLOADING'), attempts: 1 })
    const frames = await site.records.keptFrames(id)
    expect(frames).toBeGreaterThanOrEqual((kept * clips.long.frames) / clips.long.seconds)
    worker = await startWorker()
    expect(await ended(site, id)).toMatchObject({ status: 'COMPLETED', attempts: 2 })
    await sound()
  },
)

test('frozen past its lease and woken while another does its job: it lets go, and nothing of it is left', async () => {
  const id = await promiseAt(30, site, api, token, clips.long)
  worker.child.kill('SIGSTOP')
  await helper('second')
  await until('the second worker to take the job', async () => ((await site.records.job(id))?.attempts === 2 ? true : undefined))
  await reached(site, id, 40)
  worker.child.kill('SIGCONT')
  expect(await ended(site, id)).toMatchObject({ status: 'COMPLETED', attempts: 2 })
  await sound(['worker', 'second'])
})

test('frozen, its job cancelled, tried again and done by another; then woken: what was published stays', async () => {
  const id = await promiseAt(60, site, api, token, clips.long)
  worker.child.kill('SIGSTOP')
  expect((await call(api, `POST /jobs/${id}/cancel`, token)).status).toBe(200)
  await helper('third')
  await retry(site, api, token, id)
  await until('the end of the second try', async () => ((await site.records.job(id))?.status === 'COMPLETED' ? true : undefined), 90)
  worker.child.kill('SIGCONT')
  await until('the woken worker to leave the job alone', async () =>
    (await readdir(join(site.folderOf('worker'), 'scratch'))).length === 0 ? true : undefined,
  )
  await sound(['worker', 'third'])
})

test('its disk full: the job fails with that sentence, nothing stays, and it goes on with what fits', async (context) => {
  const folder = site.folderOf('small')
  const problem = mountSmallDisk(folder, 8)
  if (problem) return context.skip(`no small disk can be mounted here: ${problem}`)
  onTestFinished(() => unmount(folder))
  await worker.stop()
  const small = await helper('small')
  const id = await promise(site, api, token, clips.long, ['FAILED'])
  expect(await ended(site, id)).toMatchObject({ status: 'FAILED', error_text: 'There is no space left on the server.' })
  await sound(['small'])
  await small.stop()
})

test('its clock stepped by an hour, forwards and back, in the middle of a job: the lease holds and the job is done once', async () => {
  await worker.stop()
  const clock = await openSteppedClock(site.folderOf('clock'))
  await helper('stepped', clock.environment)
  worker = await expectLeaseHolds(clock, { site, api, token, clip: clips.long }, startWorker)
  await sound(['worker', 'stepped'])
})

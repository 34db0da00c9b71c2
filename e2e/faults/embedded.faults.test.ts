import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, signIn } from '../harness/api-calls.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { withClips } from './clips.ts'
import { ended, expectSound, promiseAt } from './invariants.ts'
import { openEmbeddedSite } from './site.ts'
import { expectLeaseHolds, openSteppedClock } from './stepped-clock.ts'

const clips = withClips('short', 'long')
let site: Awaited<ReturnType<typeof openEmbeddedSite>>
let api: ProductProcess
let worker: ProductProcess
let token: string

const startWorker = (change: Record<string, string> = {}) => site.start('worker', { ROLE: 'worker', ...change })
const sound = () => expectSound(site, { api, workers: ['worker'], short: clips.short })

beforeAll(async () => {
  site = await openEmbeddedSite()
  api = await site.start('api', { ROLE: 'api' })
  await site.connect()
  worker = await startWorker()
  token = await signIn(api)
})
afterAll(() => site?.close())

test('a worker of the embedded default killed: another takes its job over', async () => {
  const id = await promiseAt(50, site, api, token, clips.long)
  await worker.stop('SIGKILL')
  worker = await startWorker()
  expect(await ended(site, id)).toMatchObject({ status: 'COMPLETED', attempts: 2 })
  await sound()
})

test('the embedded database killed in the middle of a job: it is started again by those who need it, and the job goes on', async () => {
  const id = await promiseAt(20, site, api, token, clips.long)
  const pid = await site.databasePid()
  process.kill(pid, 'SIGKILL')
  await until('the database to be back', async () => ((await site.databasePid()) !== pid ? true : undefined))
  await until('people to be served', async () => ((await call(api, 'GET /jobs', token)).status === 200 ? true : undefined))
  expect((await ended(site, id)).status).toBe('COMPLETED')
  await sound()
})

test('the clock of a worker stepped by an hour, forwards and back: its lease in the database holds', async () => {
  await worker.stop()
  const clock = await openSteppedClock(`${site.folderOf('')}/clock`)
  const stepped = await startWorker(clock.environment)
  worker = await expectLeaseHolds(clock, { site, api, token, clip: clips.long }, startWorker)
  await stepped.stop()
  await sound()
})

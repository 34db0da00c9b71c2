import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { call, sendFile, signIn } from '../harness/api-calls.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { withClips } from './clips.ts'
import type { Fault } from './faulty-proxy.ts'
import { ended, expectSound, promise, promiseAt, reached } from './invariants.ts'
import { openScaleSite, type ScaleSite } from './site.ts'

const clips = withClips('short', 'long')
let site: ScaleSite
let api: ProductProcess
let token: string

const sound = () => expectSound(site, { api, workers: ['worker'], short: clips.short })
const healthy = async () => ((await fetch(`${api.url}/readyz`)).ok ? true : undefined)
const unhealthy = async () => ((await fetch(`${api.url}/readyz`)).status === 503 ? true : undefined)

beforeAll(async () => {
  site = await openScaleSite({ ownDatabase: true })
  api = await site.start('api', { ROLE: 'api' })
  await site.start('worker', { ROLE: 'worker' })
  token = await signIn(api)
})
afterAll(() => site?.close())

/** Sets the fault until it has struck so often, whatever becomes of the test. */
async function strike(fault: Fault, times: number): Promise<void> {
  onTestFinished(() => site.s3.set({ kind: 'none' }))
  site.s3.set(fault)
  await until(`${fault.kind} to strike ${times} times`, async () => (site.s3.struck() >= times ? true : undefined))
  site.s3.set({ kind: 'none' })
}

test('the database restarted in the middle of a job: people are asked to try again later, and the job continues', async () => {
  const id = await promiseAt(20, site, api, token, clips.long)
  await site.postgres?.stop()
  await until('the process to say that it cannot serve', unhealthy)
  const refused = await call(api, 'GET /jobs', token)
  expect([refused.status, refused.body['code']]).toEqual([503, 'UNAVAILABLE'])
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  await site.postgres?.start()
  expect((await ended(site, id)).status).toBe('COMPLETED')
  await sound()
})

test('Redis gone in the middle of a job and back empty: what runs and what comes meanwhile is done', async () => {
  const running = await promiseAt(20, site, api, token, clips.long)
  await site.redis.kill()
  const meanwhile = await promise(site, api, token, clips.short)
  expect(await healthy()).toBe(true)
  // Longer than the lease, as far as that can be seen: the worker has given the job up, or has finished it without Redis.
  await until('the job to be given up or done', async () => {
    const job = await site.records.job(running)
    return job && ['PENDING', 'COMPLETED'].includes(job.status) ? true : undefined
  })
  await site.redis.start()
  expect((await ended(site, running)).status).toBe('COMPLETED')
  expect((await ended(site, meanwhile)).status).toBe('COMPLETED')
  await sound()
})

test('S3 answers 500 for longer than a job has tries: nothing false is shown, and the job waits and completes', async () => {
  const id = await promise(site, api, token, clips.long)
  const sent = await sendFile(api, token, clips.short.path)
  await reached(site, id, 60)
  const outage = strike({ kind: 'answer-500' }, 40)
  await until('the process to say that it cannot serve', unhealthy)
  const refused = await call(api, 'POST /jobs', token, { inputSource: sent, outputFormats: ['480p'] })
  expect([refused.status, refused.body['code']]).toEqual([503, 'UNAVAILABLE'])
  expect((await call(api, 'GET /gallery/videos')).status).toBe(200)
  await outage
  expect((await ended(site, id)).status).toBe('COMPLETED')
  await sound()
})

test.each<[string, Fault, number]>([
  ['slow', { kind: 'slow', bytesPerSecond: 1_000_000 }, 3],
  ['cut in mid-stream', { kind: 'cut', afterBytes: 300_000 }, 3],
  ['silent in mid-stream', { kind: 'silent', afterBytes: 300_000 }, 1],
])('S3 is %s while a job fetches and puts its files: the job is done', async (_name, fault, times) => {
  const sent = await promise(site, api, token, clips.long)
  await strike(fault, times)
  expect((await ended(site, sent)).status).toBe('COMPLETED')
  await sound()
})

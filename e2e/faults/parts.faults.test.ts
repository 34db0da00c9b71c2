import { afterAll, beforeAll, expect, test } from 'vitest'
import { followEvents } from '../../server/testing/event-reader.ts'
import { signIn } from '../harness/api-calls.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { withClips } from './clips.ts'
import { ended, expectSound, promise, reached } from './invariants.ts'
import { openScaleSite, type ScaleSite } from './site.ts'

const clips = withClips('short', 'endless')
const names = ['worker-1', 'worker-2', 'worker-3']
let site: ScaleSite
let [api, other]: ProductProcess[] = []
let workers: ProductProcess[]
beforeAll(async () => {
  site = await openScaleSite()
  ;[api, other] = await Promise.all(['api-1', 'api-2'].map((name) => site.start(name, { ROLE: 'api' })))
  workers = await Promise.all(names.map((name) => site.start(name, { ROLE: 'worker', MAX_CONCURRENT_JOBS: '1' })))
})
afterAll(() => site?.close())

test('one long video on three workers, of which two are killed one after the other: every frame is there', async () => {
  if (!api || !other) throw new Error('nothing was started')
  const token = await signIn(api)
  const id = await promise(site, api, token, clips.endless)
  await until('two workers at one video', async () =>
    (await site.records.parts(id)).filter(({ state }) => state === 'working').length > 1 ? true : undefined,
  )
  // The progress that a process receives from the workers of others never goes back.
  const events = await followEvents(other.url, token)
  const heard: number[] = []
  const listening = (async () => {
    for (;;) {
      const { data } = await events.next('job_update')
      if (data['jobId'] !== id) continue
      heard.push(Number(data['progress']))
      if (data['status'] === 'COMPLETED') return
    }
  })()
  await reached(site, id, 30)
  await workers[0]?.stop('SIGKILL')
  await reached(site, id, 60)
  await workers[1]?.stop('SIGKILL')
  expect(await ended(site, id, 240)).toMatchObject({ status: 'COMPLETED' })
  await listening
  events.close()
  expect(heard).toEqual([...heard].sort((a, b) => a - b))
  await expectSound(site, { api, workers: names.slice(2), short: clips.short })
})

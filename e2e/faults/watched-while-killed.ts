import { expect } from 'vitest'
import { signIn } from '../harness/api-calls.ts'
import { visit } from '../harness/browser.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { openViewer } from '../harness/watching/viewer.ts'
import type { Clip } from './clips.ts'
import { ended, promise, reached } from './invariants.ts'
import type { Site } from './site.ts'

interface Watching {
  site: Site
  api: ProductProcess
  clip: Clip
  /** The only worker of the site until now, so it will lead the job. */
  leader: ProductProcess
  startWorker: (name: string) => Promise<ProductProcess>
}

/** Longer than any machine needs for a step, killed workers included. */
const patienceSeconds = 1200

/**
 * Somebody watches a video from its first picture to its end while it is encoded. The leading worker is killed under it, and then the
 * only other one that was there at the time. The viewer may wait, but sees and hears every second once, on the same page, from the same source.
 */
export async function expectWatchedWhileKilled({ site, api, clip, leader, startWorker }: Watching): Promise<void> {
  const page = await visit({ baseURL: api.url })
  const id = await promise(site, api, await signIn(api), clip)
  const isAtWork = async () => (await site.records.parts(id)).filter(({ state }) => state === 'working').length
  await until('the job to have a leader', async () => ((await isAtWork()) > 0 ? true : undefined))
  const second = await startWorker('second')
  const viewer = await openViewer(page, `/video/${id}`, { rate: clip.frames / clip.seconds })
  await viewer.reaches(2, patienceSeconds)
  await until('two workers at one video', async () => ((await isAtWork()) > 1 ? true : undefined), patienceSeconds)

  await leader.stop('SIGKILL')
  const kept = await expectUnfinished(site, id)
  expect(await viewer.isWatching()).toBe(true)
  await until('more checkpoints', async () => ((await site.records.keptFrames(id)) > kept ? true : undefined), patienceSeconds)

  await second.stop('SIGKILL')
  await expectUnfinished(site, id)
  expect(await viewer.isWatching()).toBe(true)
  // Last, because a worker's start deletes what killed ones have left in a folder that they share.
  await startWorker('third')
  await viewer.ends(patienceSeconds)
  expect((await ended(site, id, patienceSeconds)).status).toBe('COMPLETED')
  expect(await viewer.disturbances(clip.seconds)).toEqual([])
}

/** A fault that hits nobody proves nothing. Returns the frames that are finished. */
async function expectUnfinished(site: Site, id: string): Promise<number> {
  expect((await reached(site, id, 0)).status).toBe('PROCESSING')
  return site.records.keptFrames(id)
}

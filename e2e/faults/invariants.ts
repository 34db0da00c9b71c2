import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { JobRecord } from '../../server/testing/site-records.ts'
import { ask, sendFile, signIn } from '../harness/api-calls.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import type { Clip } from './clips.ts'
import type { Site } from './site.ts'

const run = promisify(execFile)

const finalStates = ['COMPLETED', 'FAILED', 'CANCELLED']
/** What is left behind is swept in rounds of some seconds; a deleted video's files are gone over again for a minute. */
const sweptWithin = 90
const mostAttempts = 3

/** Sends a clip, starts its job, and remembers that the product has said yes to both. */
export async function promise(
  site: Site,
  api: Pick<ProductProcess, 'url'>,
  token: string,
  clip: Clip,
  mayEnd: readonly string[] = ['COMPLETED'],
): Promise<string> {
  const inputSource = await sendFile(api, token, clip.path)
  const { outputFormats } = clip
  const body = await ask(api, 'POST /jobs', token, { inputSource, outputFormats, title: 'A promise', visibility: 'public' })
  const { id } = body['job'] as { id: string }
  site.promised.push({ id, clip, mayEnd, retries: 0 })
  return id
}

/** The same, once the job has come so far. */
export async function promiseAt(
  percent: number,
  site: Site,
  api: Pick<ProductProcess, 'url'>,
  token: string,
  clip: Clip,
  mayEnd?: readonly string[],
): Promise<string> {
  const id = await promise(site, api, token, clip, mayEnd)
  await reached(site, id, percent)
  return id
}

/** Somebody presses Retry. */
export async function retry(site: Site, api: Pick<ProductProcess, 'url'>, token: string, id: string): Promise<void> {
  await ask(api, `POST /jobs/${id}/retry`, token)
  for (const promised of site.promised) if (promised.id === id) promised.retries += 1
}

/** The job's row once it has come so far, or to its end. */
export const reached = (site: Site, id: string, percent: number, withinSeconds = 120): Promise<JobRecord> =>
  until(
    `job ${id} at ${percent} %`,
    async () => {
      const job = await site.records.job(id)
      return job && (job.progress >= percent || finalStates.includes(job.status)) ? job : undefined
    },
    withinSeconds,
  )

export const ended = (site: Site, id: string, withinSeconds = 180): Promise<JobRecord> =>
  until(
    `the end of job ${id}`,
    async () => {
      const job = await site.records.job(id)
      return job && finalStates.includes(job.status) ? job : undefined
    },
    withinSeconds,
  )

/**
 * What holds after every fault, without anybody's help: it serves again, and a new job runs to its end; everything that was promised is
 * there in one final state; every video that is said to be there is whole, to the last frame; every file belongs to a row.
 */
export async function expectSound(
  site: Site,
  { api, workers, short }: { api: ProductProcess; workers: readonly string[]; short: Clip },
): Promise<void> {
  await until('the product to be ready again', async () => ((await fetch(`${api.url}/readyz`)).ok ? true : undefined))
  const token = await signIn(api)
  const fresh = await promise(site, api, token, short)
  await ended(site, fresh)
  for (const { id } of site.promised) await ended(site, id)

  await expectPromisesKept(site)
  await expectVideosWhole(site)
  await expectNothingLeftOver(site, workers)
  await expectWatchable(site, api, fresh)
}

async function expectPromisesKept({ records, promised }: Site): Promise<void> {
  const jobs = new Map((await records.jobs()).map((job) => [job.id, job]))
  const videos = new Map((await records.videos()).map((video) => [video.id, video]))
  const ends = new Map((await records.ends()).map((row) => [row.job_id, row.ends]))
  for (const { id, mayEnd, retries } of promised) {
    const job = jobs.get(id)
    expect(mayEnd, `job ${id}: ${job?.error_text}`).toContain(job?.status)
    expect(ends.get(id)?.slice(retries), `the ends of job ${id}: ${ends.get(id)}`).toEqual([job?.status])
    expect(job?.attempts).toBeLessThanOrEqual(mostAttempts)
    if (job?.status === 'COMPLETED') expect([job.progress, videos.get(id)?.status]).toEqual([100, 'ready'])
    expect(videos.get(id)?.original_key, `the upload of ${id}`).toBeTruthy()
  }
}

/** Every asset and every original is in storage in its full length; what was not looked at before is decoded. */
async function expectVideosWhole({ records, objects, promised, probed }: Site): Promise<void> {
  const files = new Map((await objects.list()).map(({ key, size }) => [key, size]))
  const [assets, jobs, videos] = [await records.assets(), await records.jobs(), await records.videos()]
  for (const { storage_key, file_size } of assets) expect([storage_key, files.get(storage_key)]).toEqual([storage_key, file_size])
  for (const { original_key } of videos) if (original_key) expect(files.has(original_key), original_key).toBe(true)
  for (const { id } of jobs.filter(({ status }) => status === 'COMPLETED')) {
    const renditions = assets.filter(({ job_id, asset_type }) => job_id === id && asset_type.startsWith('TRANSCODE_'))
    expect(renditions, `the renditions of ${id}`).not.toEqual([])
    const clip = promised.find((promise) => promise.id === id)?.clip
    for (const { storage_key } of renditions) {
      if (!clip || probed.has(storage_key)) continue
      expect(await decode(await objects.fetch(storage_key)), storage_key).toEqual({
        complaints: '',
        frames: clip.frames,
        seconds: clip.seconds,
      })
      probed.add(storage_key)
    }
  }
}

async function decode(path: string): Promise<{ complaints: string; frames: number; seconds: number }> {
  const show = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames,duration', '-of', 'json']
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', ...show, path])
  const [stream] = (JSON.parse(stdout) as { streams: { nb_read_frames: string; duration: string }[] }).streams
  return { complaints: stderr, frames: Number(stream?.nb_read_frames), seconds: Math.round(Number(stream?.duration) * 10) / 10 }
}

/** No file without a row, and no unfinished work where nobody works. */
async function expectNothingLeftOver(site: Site, workers: readonly string[]): Promise<void> {
  let left: string[] = []
  await site.records.endWatching()
  await until(
    'storage to hold only what rows name',
    async () => {
      const named = await site.records.namedKeys()
      left = (await site.objects.list()).map(({ key }) => key).filter((key) => !named.has(key))
      return left.length === 0 ? true : undefined
    },
    sweptWithin,
  ).catch(() => expect(left).toEqual([]))
  await until(
    'the scratch folders to be empty',
    async () => {
      left = (await Promise.all(workers.map((name) => readdir(join(site.folderOf(name), 'scratch'))))).flat()
      return left.length === 0 ? true : undefined
    },
    sweptWithin,
  ).catch(() => expect(left).toEqual([]))
}

/** As a browser would: the address of the stream, and where it leads. */
async function expectWatchable(_site: Site, api: ProductProcess, id: string): Promise<void> {
  const { streamUrl } = await ask(api, `GET /gallery/videos/${id}/stream?quality=480p`)
  const { pathname, search } = new URL(String(streamUrl), api.url)
  const played = await fetch(api.url + pathname + search, { headers: { Range: 'bytes=4-7' } })
  expect([played.status, await played.text()]).toEqual([206, 'ftyp'])
}

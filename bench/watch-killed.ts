import { basename, extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { openEmbeddedSite, openWatchableSite, type Site } from '../e2e/faults/site.ts'
import { ask, signIn } from '../e2e/harness/api-calls.ts'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import type { ProductProcess } from '../e2e/harness/product-process.ts'
import { until } from '../e2e/harness/until.ts'
import { openViewer } from '../e2e/harness/watching/viewer.ts'
import type { Watched } from '../e2e/harness/watching/watch-video.ts'
import { startServices } from '../scripts/scale/services.mjs'
import { freePort } from '../server/testing/free-port.ts'
import { sendClip } from './harness/send-clip.ts'
import { printTable } from './harness/table.ts'
import { differencesOf } from './harness/watch/compare-chunks.ts'
import { openOwnWindow } from './harness/watch/own-window.ts'
import { numberedClips, watchClipFile } from './harness/watch/watch-clips.ts'

/** Longer than any machine needs, killed workers included. */
const patienceSeconds = 900
const clipSeconds = 20
const uploadTypes: Readonly<Record<string, string>> = {
  ...{ '.mp4': 'video/mp4', '.mov': 'video/quicktime', '.avi': 'video/x-msvideo' },
  ...{ '.mkv': 'video/x-matroska', '.webm': 'video/webm' },
}
const finalStates = /^(COMPLETED|FAILED|CANCELLED)$/

type Clip = Parameters<typeof sendClip>[2] & {
  name: string
  path: string
  /** Pictures per second, where they are numbered. */
  rate?: number
}

interface Kills {
  count: number
  everyMs: number
  /** The whole product, and not a worker. */
  isWhole: boolean
}

interface Outcome {
  kills: string[]
  status: string
  errorText: string | null
  watched: Watched | undefined
  disturbances: string[]
}

/**
 * Somebody watches each kind of source from its first picture to its end while it is encoded by two workers, one of which is killed every
 * few seconds and replaced. Waits are allowed, and nothing else.
 * `npm run bench -- watch-killed [part of a name] [--file PATH …] [--rate R] [--kills N] [--every SECONDS] [--s3 | --product]`: `--file`
 * watches real files instead of our clips, `--rate` says that their pictures are numbered, and `--product` kills one process that does everything.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ file: { type: 'string', multiple: true }, rate: { type: 'string' }, s3: { type: 'boolean' }, product: { type: 'boolean' } },
      ...{ kills: { type: 'string', default: '3' }, every: { type: 'string', default: '6' } },
    },
  })
  const services = values.s3 ? await startServices() : undefined
  Object.assign(process.env, services?.environment)
  const launchArgs = ['--no-sandbox', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findChromium(), args: launchArgs })
  const kills = { count: Number(values.kills), everyMs: Number(values.every) * 1000, isWhole: values.product ?? false }
  try {
    for (const clip of await clipsOf(values.file, values.rate, positionals[0])) {
      const site = values.s3 ? await openWatchableSite() : await openEmbeddedSite()
      try {
        printOutcome(clip, await watchKilled(site, clip, kills, browser))
      } finally {
        await site.close()
      }
    }
  } finally {
    await browser.close()
    await services?.stop()
  }
}

async function clipsOf(files: string[] | undefined, rate: string | undefined, only = ''): Promise<Clip[]> {
  const usual: Pick<Clip, 'formats'> = { formats: ['1080p', '720p', '480p'] }
  if (files)
    return files.map((path) => {
      const uploadType = uploadTypes[extname(path)]
      const name = basename(path)
      return { ...usual, name, file: name, path, ...(uploadType && { uploadType }), ...(rate && { rate: Number(rate) }) }
    })
  const chosen = numberedClips(clipSeconds).filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))
  const clips: Clip[] = []
  for (const clip of chosen) clips.push({ ...clip, path: await watchClipFile(clip), rate: clip.recipe.rate })
  return clips
}

interface Processes {
  /** Serves the pages. */
  api: Pick<ProductProcess, 'url'>
  /** Replaces it, too. */
  killOne(): Promise<void>
}

/** An API process and two workers, of which the older one is killed each time. */
async function startWorkers(site: Site): Promise<Processes> {
  const api = await site.start('api', { ROLE: 'api' })
  const workers: ProductProcess[] = []
  let startedCount = 0
  const startWorker = async () => {
    startedCount += 1
    workers.push(await site.start(`worker-${startedCount}`, { ROLE: 'worker', MAX_CONCURRENT_JOBS: '1' }))
  }
  await startWorker()
  await startWorker()
  const killOne = async () => {
    await workers.shift()?.stop('SIGKILL')
    await startWorker()
  }
  return { api, killOne }
}

/** One process that does everything. */
async function startProduct(site: Site): Promise<Processes> {
  const port = String(await freePort())
  const start = () => site.start('product', { PORT: port, MAX_CONCURRENT_JOBS: '1' })
  let product = await start()
  const killOne = async () => {
    await product.stop('SIGKILL')
    product = await start()
  }
  return { api: { url: product.url }, killOne }
}

async function watchKilled(
  site: Site & { connect?(): Promise<void> },
  clip: Clip,
  { count, everyMs, isWhole }: Kills,
  browser: Browser,
): Promise<Outcome> {
  const { api, killOne } = isWhole ? await startProduct(site) : await startWorkers(site)
  await site.connect?.()
  const page = await openOwnWindow(browser, api)
  const { id } = await sendClip(api, await signIn(api), clip, clip.path)
  const playlists = new Set<string>()
  page.on('request', (request) => {
    if (/\/live-[^/]+-[^/]+\.m3u8$/.test(request.url())) playlists.add(request.url())
  })
  const readJob = async () => (await site.records.job(id)) ?? { status: 'gone', error_text: null }
  const viewer = await openViewer(page, `/video/${id}`, clip)

  const killed: string[] = []
  const killWorkers = async (): Promise<void> => {
    const isWatching = async () =>
      (await viewer.look()).movingAt !== null || finalStates.test((await readJob()).status) ? true : undefined
    await until('a moving picture', isWatching, patienceSeconds)
    while (killed.length < count) {
      await wait(everyMs * (0.5 + Math.random()))
      const { status } = await readJob()
      if (finalStates.test(status)) return
      killed.push(`at ${(await viewer.look()).position.toFixed(1)} s`)
      await killOne()
    }
  }
  await killWorkers()
  const ending = viewer.ends(patienceSeconds).catch((error: Error) => [error.message.slice(0, 200)])
  await until('the end of the job', async () => (finalStates.test((await readJob()).status) ? true : undefined), patienceSeconds)
  const { status, error_text } = await readJob()
  const watches = status === 'COMPLETED'
  const problems = watches ? ((await ending) ?? []) : []
  const seconds = watches ? await durationOf(api, id) : 0
  const outcome = {
    ...{ kills: killed, status, errorText: error_text },
    watched: await viewer.look(),
    disturbances: watches ? [...problems, ...(await viewer.disturbances(seconds)), ...(await differencesOf(playlists))] : [],
  }
  await page.context().close()
  return outcome
}

async function durationOf(api: Processes['api'], id: string): Promise<number> {
  const { video } = (await ask(api, `GET /gallery/videos/${id}`, await signIn(api))) as { video: { duration: number } }
  return video.duration
}

function printOutcome({ name }: Clip, { kills, status, errorText, watched, disturbances }: Outcome): void {
  const stalls = watched?.stalls ?? []
  const noticed = disturbances.slice(0, 12).map((what) => ({ what: 'noticed', measured: what, target: 'nothing', ok: false }))
  printTable(name, [
    { what: 'killed while the viewer was', measured: kills.length === 0 ? 'none: the job ended before' : kills.join(', ') },
    { what: 'job', measured: errorText ? `${status}: ${errorText}` : status },
    {
      what: 'watched',
      measured: `${watched?.position.toFixed(1)} of ${watched?.duration?.toFixed(1)} s, heights ${watched?.heights.join(', ')}`,
    },
    {
      what: 'waits',
      measured: stalls.map(({ position, ms }) => `${(ms / 1000).toFixed(1)} s at ${position.toFixed(0)} s`).join(', ') || 'none',
    },
    ...(noticed.length > 0 ? noticed : [{ what: 'noticed', measured: 'nothing', target: 'nothing', ok: true }]),
    ...(disturbances.length > 12 ? [{ what: 'and more', measured: String(disturbances.length - 12) }] : []),
  ])
}

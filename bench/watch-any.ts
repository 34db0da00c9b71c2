import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ask, signIn } from '../e2e/harness/api-calls.ts'
import { findChromium } from '../e2e/harness/find-chromium.ts'
import { readWatched, type Watched, watchVideo } from '../e2e/harness/watching/watch-video.ts'
import { startServices } from '../scripts/scale/services.mjs'
import { machineCpuSeconds, treeCpuSeconds } from './harness/child-cpu.ts'
import { followJob, type JobTimeline } from './harness/job-timeline.ts'
import { followDisk } from './harness/peak-disk.ts'
import { sendClip } from './harness/send-clip.ts'
import { median, printTable } from './harness/table.ts'
import { openOwnWindow } from './harness/watch/own-window.ts'
import { type WatchClip, watchClipFile, watchClips } from './harness/watch/watch-clips.ts'
import { type ClipRun, rowsOf } from './harness/watch/watch-report.ts'
import { openWatchSite, type SiteOptions, type WatchSite } from './harness/watch/watch-site.ts'

/** Seconds of a clip that are watched, unless all of it is. */
const watchedSeconds = 60
/** Without a picture after so many seconds nothing more is expected of a clip that is not watched to its end. */
const pictureSeconds = 240
/** The page loads a stream again after an error, so an error counts after so many seconds. */
const errorSeconds = 20
/** A viewer may need this much longer than the clip, for stalls. */
const patience = 3

interface Options extends SiteOptions {
  isWhole: boolean
}

/**
 * From the last byte of any source to a moving picture in a browser, the stalls after that, and what the whole job costs.
 * `npm run bench -- watch-any [part of a name] [--whole] [--s3] [--compare FOLDER]`: `--whole` watches long clips to their end and finishes
 * their jobs, `--s3` runs on PostgreSQL, Redis and S3, and `--compare` runs the same jobs with the checkout in FOLDER, unwatched.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { whole: { type: 'boolean' }, s3: { type: 'boolean' }, compare: { type: 'string' } },
  })
  const [only] = positionals
  const options: Options = { isWhole: values.whole ?? false, onServices: values.s3 ?? false }
  const checkout = values.compare === undefined ? undefined : buildCheckout(resolve(values.compare))
  console.log(`Load before: ${loadavg().map((load) => load.toFixed(1))}`)
  const services = options.onServices ? await startServices() : undefined
  Object.assign(process.env, services?.environment)
  const launchArgs = ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ executablePath: findChromium(), args: launchArgs })
  const pictureTimes: number[] = []
  try {
    for (const clip of watchClips.filter(({ name }) => !only || name.toLowerCase().includes(only.toLowerCase()))) {
      const path = await watchClipFile(clip)
      const ours = await runClip(clip, path, options, browser)
      const canCompare = checkout !== undefined && ours.cpuSeconds !== undefined
      const other = canCompare ? await runClip(clip, path, { ...options, checkout }) : undefined
      printTable(clip.name, rowsOf(clip, ours, other))
      pictureTimes.push(ours.watched?.movingAt ? (ours.watched.movingAt - ours.sent.lastByteAt) / 1000 : Number.POSITIVE_INFINITY)
    }
  } finally {
    await browser.close()
    await services?.stop()
  }
  if (pictureTimes.length > 1) printPictureTimes(pictureTimes)
}

/** One clip on a site of its own; without a browser nobody watches, and the job is only measured. */
async function runClip(clip: WatchClip, path: string, options: Options, browser?: Browser): Promise<ClipRun> {
  const site = await openWatchSite(options)
  const stopped = new AbortController()
  const disk = followDisk(site.dataDir)
  try {
    const page = browser && (await openOwnWindow(browser, site.product))
    const token = await signIn(site.product)
    const cpuOf = () => treeCpuSeconds(site.product.child.pid ?? 0)
    const cpuBefore = cpuOf()
    const sent = await sendClip(site.product, token, clip, path)
    const usedBefore = { product: cpuOf(), machine: machineCpuSeconds() }
    const { timeline, ended } = followJob(site, sent.id, stopped.signal)
    const wantedSeconds = options.isWhole ? clip.seconds : Math.min(clip.seconds, watchedSeconds)
    let beforePicture: ClipRun['beforePicture']
    const onPicture = () => {
      const product = cpuOf() - usedBefore.product
      beforePicture = { product, others: machineCpuSeconds() - usedBefore.machine - product }
    }
    const watching = { clip, wantedSeconds, timeline, isWhole: options.isWhole, onPicture }
    const watched = page && (await watch(page, `/video/${sent.id}`, watching))
    await page?.context().close()
    const isFinished = wantedSeconds === clip.seconds
    if (!isFinished) await leaveJob(site, token, sent.id)
    if (isFinished) await ended
    stopped.abort()
    await ended
    if (isFinished && timeline.status !== 'COMPLETED') throw new Error(`the job of ${clip.name} ended as ${timeline.status}`)
    const cpuSeconds = isFinished ? cpuOf() - cpuBefore : undefined
    return { sent, timeline, wantedSeconds, watched, beforePicture, cpuSeconds, peakBytes: isFinished ? await disk.stop() : undefined }
  } finally {
    stopped.abort()
    await disk.stop()
    await site.close()
  }
}

interface Watch {
  clip: WatchClip
  wantedSeconds: number
  timeline: JobTimeline
  isWhole: boolean
  /** Called when the first picture moves. */
  onPicture: () => void
}

/** Watches until the end of the clip, or of what is to be watched of it. A whole clip may take as long as its job, and some more. */
async function watch(page: Page, address: string, watching: Watch): Promise<Watched | undefined> {
  const { clip, wantedSeconds, timeline, isWhole, onPicture } = watching
  const startedAt = Date.now()
  let hasMoved = false
  let playsAt = startedAt
  await page.addInitScript(watchVideo)
  await page.goto(address)
  for (;;) {
    const watched = await readWatched(page)
    if (watched?.movingAt && !hasMoved) {
      hasMoved = true
      onPicture()
    }
    const isOver = watched && (watched.isEnded || (wantedSeconds < clip.seconds && watched.position >= wantedSeconds))
    if (!watched?.error) playsAt = Date.now()
    const hasFailed = Date.now() - playsAt > errorSeconds * 1000
    const countsFrom = isWhole ? (timeline.endedAt ?? Date.now()) : startedAt
    const limit = watched?.movingAt ? pictureSeconds + wantedSeconds * patience : pictureSeconds
    if (isOver || hasFailed || Date.now() - countsFrom > limit * 1000) return watched
    await wait(250)
  }
}

/** The job of a long clip is not finished, because that takes as long as an hour. */
async function leaveJob({ product }: WatchSite, token: string, id: string): Promise<void> {
  await ask(product, `POST /jobs/${id}/cancel`, token).catch(() => {})
}

function buildCheckout(folder: string): string {
  const { status } = spawnSync(process.execPath, [join(folder, 'scripts', 'build.mjs')], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${folder} could not be built`)
  return folder
}

function printPictureTimes(times: number[]): void {
  const [middle, worst] = [median(times), Math.max(...times)]
  printTable('From the last byte to a moving picture, all clips', [
    { what: 'in the middle', measured: `${middle.toFixed(1)} s`, target: 'at most 5 s', ok: middle <= 5 },
    { what: 'at worst', measured: `${worst.toFixed(1)} s`, target: 'at most 8 s', ok: worst <= 8 },
  ])
}

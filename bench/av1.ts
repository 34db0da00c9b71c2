import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { ask, signIn } from '../e2e/harness/api-calls.ts'
import { formats as allFormats, type Format } from '../media/src/planning/formats.ts'
import { type MediaPlan, makePlan } from '../media/src/planning/make-plan.ts'
import { encodeVideo } from '../media/src/run/encode/encode-video.ts'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { probeFile } from '../media/src/run/inspect/probe-file.ts'
import { compareVersions } from '../media/src/run/reencode/compare-versions.ts'
import { type DecodeCost, openDecodeCost } from './harness/decode-cost.ts'
import { clipsOf } from './harness/drawn-clips.ts'
import { sendClip } from './harness/send-clip.ts'
import { median, printTable } from './harness/table.ts'
import { openWatchSite, type WatchSite } from './harness/watch/watch-site.ts'

const signal = new AbortController().signal

/**
 * Each quality in AV1 as a worker of the product makes it, or does not: bytes against its H.264, the SSIM of all frames of both, CPU for everything
 * with tries and comparisons, and what Chromium takes to play it without a graphics card.
 * `npm run bench -- av1 [part of a name, or files with commas between] [formats]`
 */
export async function run([only = 'all', chosen = '720p,480p']: string[] = []): Promise<void> {
  const formats = allFormats.filter((format) => chosen.split(',').includes(format))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const site = await openWatchSite({ onServices: false })
  const decoding = await openDecodeCost()
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const all: Measured[] = []
  try {
    // A token of 15 minutes would end before the run.
    const key = { name: 'AV1', scopes: ['read', 'upload', 'manage', 'admin'] }
    const { secret: token } = (await ask(site.product, 'POST /account/keys', await signIn(site.product), key)) as { secret: string }
    await ask(site.product, 'PUT /admin/reencoding', token, { mode: 'all', minPlays: 1, fromHour: 0, toHour: 0, cpuShare: 100 })
    for await (const clip of clipsOf(only, folder)) {
      const { id } = await sendClip(site.product, token, { file: clip.name, formats }, clip.path)
      const bench = { site, mediaTools, decoding, folder }
      const made = await untilMade(site, token, id)
      const own: Measured[] = []
      for (const quality of made) own.push(print(await measure(bench, clip, quality)))
      if (made.length > 1) print(await measureTogether(bench, clip, made))
      all.push(...own)
    }
  } finally {
    await decoding.stop()
    await site.close()
    await rm(folder, { recursive: true, force: true })
  }
  const [bytes, cpu] = [median(all.map(({ share }) => share)), median(all.map((one) => one.cpu))]
  printTable('AV1 against our H.264', [
    ...all,
    { what: 'bytes in the middle', measured: bytes.toFixed(2), target: 'at most 0.65', ok: bytes <= 0.65 },
    { what: 'CPU in the middle', measured: `${cpu.toFixed(2)} x`, target: 'at most 2.6 x', ok: cpu <= 2.6 },
  ])
}

/** What a worker wrote about a quality. */
interface Made {
  format: Format
  status: string
  reason: string | null
  crf: number | null
  retries: number
  /** In storage; null where nothing was published. */
  key: string | null
  keyBefore: string
  bytes: number | null
  bytesBefore: number
  cpuSeconds: number
}

async function untilMade({ product, database }: WatchSite, token: string, id: string): Promise<Made[]> {
  for (;;) {
    const { job } = (await ask(product, `GET /jobs/${id}`, token)) as { job: { status: string; error_text: string | null } }
    const { video } = (await ask(product, `GET /gallery/videos/${id}`, token)) as { video: { duration: number | null } }
    const duration = video.duration ?? 0
    // A worker looks at no shorter video.
    if (job.status === 'COMPLETED' && duration < 10) return []
    if (job.status === 'FAILED') throw new Error(`the job failed: ${job.error_text ?? ''}`)
    const made = await readMade(database, id)
    if (made.length > 0 && made.every(({ status }) => status !== 'waiting' && status !== 'running')) return made
    await pause(500)
  }
}

const readMade = async (database: Client, id: string): Promise<Made[]> =>
  (
    await database.query<Made>(
      `select reencodes.format, reencodes.status, reason, crf, retries, details -> 'av1' ->> 'key' as key, storage_key as "keyBefore",
         bytes::float8 as bytes, bytes_before::float8 as "bytesBefore", cpu_seconds as "cpuSeconds"
       from reencodes join assets on assets.id = reencodes.asset_id where reencodes.job_id = $1 order by bytes_before desc`,
      [id],
    )
  ).rows

interface Measured {
  what: string
  measured: string
  /** False where viewers would see a worse picture than before. */
  ok: boolean
  /** Bytes against the H.264; 1 where that is all there is. */
  share: number
  /** CPU against the H.264. */
  cpu: number
}

/** A run takes long: what was measured is not lost with the rest. */
function print<Line extends { what: string; measured: string }>(line: Line): Line {
  console.log(`${line.what}: ${line.measured}`)
  return line
}

interface Bench {
  site: WatchSite
  mediaTools: MediaTools
  decoding: DecodeCost
  folder: string
}

async function measure(bench: Bench, clip: { name: string; path: string }, made: Made): Promise<Measured> {
  const { format, key, bytes, bytesBefore, crf, retries, cpuSeconds, status, reason } = made
  const plan = makePlan(await probeFile(bench.mediaTools, clip.path, signal), [format], bench.mediaTools.machine)
  const cpu = cpuSeconds / (await passSeconds(bench, plan, clip.path))
  const spent = `CPU ${cpu.toFixed(2)} x, CRF ${crf ?? '-'}${retries > 0 ? `, ${retries} times again` : ''}`
  const what = `${clip.name} ${format}`
  if (key === null || bytes === null) return { what, measured: `${status}: ${reason ?? ''} ${spent}`, ok: true, share: 1, cpu }
  const fileOf = (stored: string) => join(bench.site.dataDir, 'storage', 'objects', stored)
  const [after, before] = [fileOf(key), fileOf(made.keyBefore)]
  const { ssim, ssimBefore } = await compareAll(bench, plan, clip.path, after, before)
  const played = [await bench.decoding.of(after), await bench.decoding.of(before)].map(
    ({ cpuPerSecond, droppedShare }) =>
      `${cpuPerSecond.toFixed(2)} s${droppedShare > 0.01 ? ` (${Math.round(droppedShare * 100)} % dropped)` : ''}`,
  )
  const share = bytes / bytesBefore
  const ssims = `SSIM ${ssim.toFixed(4)} against ${ssimBefore.toFixed(4)}`
  const measured = `bytes ${share.toFixed(2)}, ${ssims}, ${spent}, a second in Chromium ${played.join(' against ')}`
  return { what, measured, ok: ssim >= ssimBefore, share, cpu }
}

/** All qualities of a clip against the one pass that made them in H.264: what a site spends on a video, and what its master playlist saves. */
async function measureTogether(bench: Bench, clip: { name: string; path: string }, made: readonly Made[]) {
  const formats = made.map(({ format }) => format)
  const plan = makePlan(await probeFile(bench.mediaTools, clip.path, signal), formats, bench.mediaTools.machine)
  const sum = (of: (quality: Made) => number) => made.reduce((total, quality) => total + of(quality), 0)
  const cpu = sum(({ cpuSeconds }) => cpuSeconds) / (await passSeconds(bench, plan, clip.path))
  const share = sum(({ key, bytes, bytesBefore }) => (key === null ? bytesBefore : (bytes ?? bytesBefore))) / sum((one) => one.bytesBefore)
  return { what: `${clip.name} ${formats.join(', ')}`, measured: `bytes ${share.toFixed(2)}, CPU ${cpu.toFixed(2)} x of the one pass` }
}

/** CPU of a pass that makes these qualities in H.264. */
async function passSeconds({ mediaTools, folder }: Bench, plan: MediaPlan, input: string): Promise<number> {
  const own = join(folder, 'pass')
  await mkdir(own)
  const { passCpuSeconds } = await encodeVideo(mediaTools, plan, input, own, { signal })
  await rm(own, { recursive: true })
  return passCpuSeconds
}

/** By the published file, where the worker compared its parts. */
async function compareAll({ mediaTools, folder }: Bench, plan: MediaPlan, input: string, made: string, before: string) {
  const [rung] = plan.rungs
  if (!rung) throw new Error('The plan has no quality.')
  const own = join(folder, 'compared')
  await mkdir(own)
  const whole = { from: 0, to: undefined, frames: plan.timeline.frames }
  const threads = mediaTools.machine.cores
  const compared = await compareVersions({ mediaTools, plan, rung, input, folder: own, signal }, whole, { made, before, threads })
  await rm(own, { recursive: true })
  return compared
}

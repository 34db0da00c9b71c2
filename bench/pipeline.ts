import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Format, formatTable } from '../media/src/planning/formats.ts'
import type { RungPlan } from '../media/src/planning/ladder.ts'
import { type MediaPlan, makePlan } from '../media/src/planning/make-plan.ts'
import { toNumber } from '../media/src/probing/ratio.ts'
import { type EncodedVideo, encodeVideo } from '../media/src/run/encode/encode-video.ts'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { probeFile } from '../media/src/run/inspect/probe-file.ts'
import { cpuOf } from './harness/cpu.ts'
import { printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)

export interface Clip {
  name: string
  make: string[]
  formats: Format[]
}

const lavfi = (graph: string, seconds: number) => ['-f', 'lavfi', '-i', graph, '-t', String(seconds)]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `anoisesrc=amplitude=0.1:duration=${seconds}`]
/** A source that cannot be copied: high quality in a codec that browsers do not play. */
const foreign = ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'mp3']
const compatible = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac']

export const clips: Clip[] = [
  {
    name: 'detail 1080p',
    make: [...lavfi('mandelbrot=size=1920x1080:rate=30,noise=alls=6:allf=t', 5), ...sound(5), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'synthetic 1080p',
    make: [...lavfi('testsrc2=size=1920x1080:rate=30', 6), ...sound(6), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  { name: '4K', make: [...lavfi('testsrc2=size=3840x2160:rate=30', 3), ...sound(3), ...foreign], formats: ['4k', '1080p', '720p', '480p'] },
  {
    name: 'portrait phone',
    make: [...lavfi('mandelbrot=size=1080x1920:rate=30', 4), ...sound(4), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'screen recording',
    make: [...lavfi('smptehdbars=size=1920x1080:rate=15,drawgrid=w=96:h=24:c=black', 8), ...sound(8), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'compatible 1080p',
    make: [...lavfi('testsrc2=size=1920x1080:rate=30', 6), ...sound(6), ...compatible],
    formats: ['1080p', '720p', '480p'],
  },
  { name: 'long 480p', make: [...lavfi('testsrc2=size=854x480:rate=25', 60), ...sound(60), ...foreign], formats: ['480p'] },
]

/**
 * Whole jobs against the hand-written one-decode command for the same rungs at PeerTube's settings, one after the other `rounds` times;
 * the cheapest run of each counts, because on a busy machine the same work costs up to a third more.
 * `npm run bench -- pipeline [part of a name] [rounds]`
 */
export async function run([only, rounds = '2']: string[] = []): Promise<void> {
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  for (const clip of clips.filter(({ name }) => !only || only === 'all' || name.includes(only))) {
    const source = join(folder, 'source.mkv')
    await exec('ffmpeg', ['-v', 'error', '-y', ...clip.make, '-shortest', source])
    await measureClip(mediaTools, clip, source, folder, Number(rounds))
  }
  await rm(folder, { recursive: true, force: true })
}

async function measureClip(mediaTools: MediaTools, clip: Clip, source: string, folder: string, rounds: number): Promise<void> {
  const plan = makePlan(await probeFile(mediaTools, source, new AbortController().signal), clip.formats, mediaTools.machine)
  const output = join(folder, 'ours')
  const raws: number[] = []
  const jobs: { cpu: number; result: Job }[] = []
  let files: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const raw = await cpuOf(() => rawCommand(plan, source, folder))
    raws.push(raw.cpu)
    files = raw.result
    await rm(output, { recursive: true, force: true })
    await mkdir(output)
    jobs.push(await cpuOf(() => wholeJob(mediaTools, clip, source, output)))
  }
  const raw = Math.min(...raws)
  const whole = Math.min(...jobs.map(({ cpu }) => cpu))
  const pass = Math.min(...jobs.map(({ result }) => result.encodedVideo.passCpuSeconds))
  const eta = Math.max(...jobs.map(({ result }) => result.worstEta))
  const rows: Row[] = [
    { what: 'CPU of the raw command', measured: `${raw.toFixed(1)} s` },
    { what: 'renditions and thumbnails / raw', measured: (pass / raw).toFixed(3), target: 'at most 1.03', ok: pass / raw <= 1.03 },
    { what: 'whole job / raw', measured: (whole / raw).toFixed(3), target: 'at most 1.10', ok: whole / raw <= 1.1 },
    { what: 'worst ETA after a tenth', measured: `${(eta * 100).toFixed(0)} % off`, target: 'at most 20 %', ok: eta <= 0.2 },
    { what: 'longest time without progress', measured: `${Math.max(...jobs.map(({ result }) => result.longestPause)).toFixed(1)} s` },
  ]
  const renditions = jobs.at(-1)?.result.encodedVideo.renditions ?? []
  for (const [at, rendition] of renditions.entries()) {
    const theirs = files[at]
    if (!theirs) continue
    const [ours, other] = [await ssim(rendition.path, source, rendition), await ssim(theirs, source, rendition)]
    const bytes = (await stat(theirs)).size
    rows.push({
      what: `  ${rendition.format} (${rendition.action})`,
      measured: `SSIM ${ours.toFixed(4)} / ${other.toFixed(4)}, ${(rendition.bytes / 1000).toFixed(0)} / ${(bytes / 1000).toFixed(0)} kB (${((rendition.bytes / bytes - 1) * 100).toFixed(1)} %)`,
      ...(rendition.action === 'encode' && {
        target: 'SSIM not below, bytes not above',
        ok: ours >= other - 0.00015 && rendition.bytes <= bytes * 1.005,
      }),
    })
  }
  printTable(`${clip.name}, ${plan.facts.duration.toFixed(0)} s (ours / raw)`, rows)
}

interface Job {
  encodedVideo: EncodedVideo
  /** The largest error of the remaining time, relative to the whole duration. */
  worstEta: number
  /** Seconds between two reports with progress. */
  longestPause: number
}

/** Everything a worker does with a file: probe, plan, encode, check. */
async function wholeJob(mediaTools: MediaTools, clip: Clip, source: string, output: string): Promise<Job> {
  const { signal } = new AbortController()
  const plan = makePlan(await probeFile(mediaTools, source, signal), clip.formats, mediaTools.machine)
  const reports: { at: number; done: number; end: number }[] = []
  let moved = performance.now()
  let longestPause = 0
  const started = performance.now()
  const encodedVideo = await encodeVideo(mediaTools, plan, source, output, {
    signal,
    onProgress: ({ done, secondsLeft }) => {
      const now = performance.now()
      if (done > (reports.at(-1)?.done ?? 0)) {
        longestPause = Math.max(longestPause, (now - moved) / 1000)
        moved = now
      }
      reports.push({ at: now, done, end: secondsLeft === null ? Number.NaN : now + secondsLeft * 1000 })
    },
  })
  const ended = performance.now()
  const errors = reports.filter(({ done }) => done >= 0.1).map(({ end }) => Math.abs(end - ended) / (ended - started))
  return { encodedVideo, longestPause, worstEta: Math.max(0, ...errors) }
}

async function rawCommand(plan: MediaPlan, source: string, folder: string): Promise<string[]> {
  const files = plan.rungs.map(({ format }) => join(folder, `raw-${format}.mp4`))
  const split = plan.rungs.map((_, at) => `[s${at}]`).join('')
  const scale = plan.rungs.map(({ size }, at) => `[s${at}]scale=${size.width}:${size.height}:flags=bicubic[v${at}]`).join(';')
  const group = String(Math.round(2 * toNumber(plan.timeline.rate)))
  const outputs = plan.rungs.flatMap((rung, at) => {
    const cap = peertubeCap(plan, rung)
    return [
      ...['-map', `[v${at}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-g', group],
      // Otherwise ffmpeg duplicates the first frame when audio starts a few milliseconds earlier.
      ...['-fps_mode', 'passthrough'],
      ...['-maxrate', String(cap), '-bufsize', String(cap * 2)],
      ...['-map', '0:a?', '-c:a', 'aac', '-b:a', '128k', '-map_metadata', '-1', '-movflags', '+faststart', files[at] ?? ''],
    ]
  })
  const graph = `[0:v]split=${plan.rungs.length}${split};${scale}`
  await exec('ffmpeg', ['-y', '-nostats', '-i', source, '-filter_complex', graph, ...outputs], { maxBuffer: 1 << 26 })
  return files
}

/** PeerTube's bits per pixel, by the short side. */
const bitsPerPixel: Partial<Record<number, number>> = { 2160: 0.08, 1440: 0.09, 1080: 0.1, 720: 0.11, 480: 0.12 }

const peertubeCap = ({ timeline }: MediaPlan, { size, format }: RungPlan): number =>
  Math.floor(size.width * size.height * toNumber(timeline.rate) * (bitsPerPixel[formatTable[format].height] ?? 0.1))

/** Frames are paired by number, because timestamps of the files differ by up to a millisecond. */
async function ssim(file: string, source: string, { width, height }: { width: number; height: number }): Promise<number> {
  const clock = 'settb=1/30,setpts=N'
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic,${clock}[s];[0:v]${clock}[f];[f][s]ssim`
  const { stderr } = await exec('ffmpeg', ['-i', file, '-i', source, '-lavfi', graph, '-f', 'null', '-'], { maxBuffer: 1 << 26 })
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1] ?? Number.NaN)
}

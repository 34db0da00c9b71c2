import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import type { Format } from '../media/src/planning/formats.ts'
import { type MediaPlan, makePlan } from '../media/src/planning/make-plan.ts'
import { planSegments, type Segment } from '../media/src/planning/part-plan.ts'
import type { Checkpoint } from '../media/src/run/checkpoints/cut-checkpoints.ts'
import { joinParts } from '../media/src/run/checkpoints/join-parts.ts'
import { encodeExtras } from '../media/src/run/encode/encode-extras.ts'
import { encodeSegment } from '../media/src/run/encode/encode-segment.ts'
import { type EncodedVideo, encodeVideo } from '../media/src/run/encode/encode-video.ts'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { probeFile } from '../media/src/run/inspect/probe-file.ts'
import { serveClips } from '../server/testing/media/clips.ts'
import { cpuOf } from './harness/cpu.ts'
import { median, printTable } from './harness/table.ts'

const exec = promisify(execFile)
const never = new AbortController().signal
const password = 'Correct-Horse-1'

/** A clip that must be encoded, with a key frame every two seconds. */
const clip = (seconds: number, size: string): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30,noise=alls=3:allf=t`, '-f', 'lavfi', '-i', 'anoisesrc=amplitude=0.1'],
  ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p', '-crf', '21', '-g', '60', '-c:a', 'aac'],
]

/**
 * Workers with one core each, as processes of the product on one database and folder: many jobs, and one long video. One and two workers
 * alternate for `rounds` rounds and the medians count, because the speed of a cloud core varies by up to a third.
 * `npm run bench -- scale [jobs|video|cost] [rounds]`
 */
export async function run([only, rounds = '3']: string[] = []): Promise<void> {
  const turns = Number(rounds)
  console.log(`Load before: ${loadavg().map((load) => load.toFixed(1))}`)
  if (!only || only === 'cost') await measureCost(turns)
  if (!only || only === 'jobs') {
    await compare('Eight independent jobs of 24 s', 1.8, Array(8).fill(clip(24, '854x480')), ['480p'], turns)
  }
  if (!only || only === 'video') await compare('One video of 90 s', 1.7, [clip(90, '1280x720')], ['720p', '480p'], turns)
}

async function compare(title: string, target: number, recipes: string[][], formats: Format[], rounds: number): Promise<void> {
  const clips = await serveClips({ 'clip.mp4': recipes[0] ?? [] })
  const sources = recipes.map(() => clips.url('clip.mp4'))
  const ones: number[] = []
  const twos: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ones.push(await secondsWith(['0'], sources, formats))
    twos.push(await secondsWith(['0', '1'], sources, formats))
  }
  await clips.close()
  const ratio = median(ones) / median(twos)
  printTable(title, [
    { what: 'one worker with one core', measured: describe(ones) },
    { what: 'two workers with a core each', measured: describe(twos) },
    { what: 'as fast', measured: `${ratio.toFixed(2)} x`, target: `at least ${target} x`, ok: ratio >= target },
  ])
}

const describe = (seconds: number[], counts = median(seconds)): string =>
  `${counts.toFixed(1)} s (${seconds.map((one) => one.toFixed(1)).join(', ')})`

async function secondsWith(cores: string[], sources: string[], formats: Format[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-scale-'))
  const environment = { DATA_DIR: folder, ADMIN_PASSWORD: password, ALLOW_PRIVATE_SOURCES: 'true', MAX_CONCURRENT_JOBS: '1', PORT: '0' }
  const api = await startProcess({ ...environment, ROLE: 'api' })
  const workers = await Promise.all(cores.map((core) => startProcess({ ...environment, ROLE: 'worker' }, { cores: core })))
  try {
    const token = await signIn(api)
    const started = performance.now()
    const ids = await Promise.all(sources.map((inputSource) => submit(api, token, inputSource, formats)))
    for (const id of ids) await untilDone(api, token, id)
    return (performance.now() - started) / 1000
  } finally {
    for (const worker of workers) await worker.stop()
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The cost of checkpoints and parts: the same video in one pass, in one with checkpoints, and in parts, alternating on one core. */
async function measureCost(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-parts-'))
  const source = join(folder, 'source.mp4')
  await exec('ffmpeg', ['-v', 'error', ...clip(60, '1280x720'), source])
  const found = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const mediaTools = { ...found, machine: { ...found.machine, cores: 1 } }
  const plan = makePlan(await probeFile(mediaTools, source, never), ['720p', '480p'], mediaTools.machine)
  const segments = planSegments(plan) ?? []
  const job: CostJob = { mediaTools, plan, source, segments }
  const ways = { whole: encodeAtOnce, checkpoints: encodeWithCheckpoints, parts: encodeInParts }
  const cpu: Record<keyof typeof ways, number[]> = { whole: [], checkpoints: [], parts: [] }
  const made: Partial<Record<keyof typeof ways, EncodedVideo>> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, make] of Object.entries(ways) as [keyof typeof ways, typeof encodeAtOnce][]) {
      const own = await mkdtemp(join(folder, 'run-'))
      const measured = await cpuOf(() => make(job, own))
      cpu[name].push(measured.cpu)
      made[name] = measured.result
      await rm(own, { recursive: true })
    }
  }
  await rm(folder, { recursive: true, force: true })
  // The minimum of each, because other load on a cloud core only adds CPU time.
  const [checkpoints, parts] = [Math.min(...cpu.checkpoints) / Math.min(...cpu.whole), Math.min(...cpu.parts) / Math.min(...cpu.whole)]
  printTable(`A minute of 720p, 720p and 480p, in one pass, with checkpoints, and in ${segments.length} parts`, [
    { what: 'CPU in one pass', measured: describe(cpu.whole, Math.min(...cpu.whole)) },
    { what: 'CPU in one pass with checkpoints', measured: describe(cpu.checkpoints, Math.min(...cpu.checkpoints)) },
    { what: 'CPU in parts, joined', measured: describe(cpu.parts, Math.min(...cpu.parts)) },
    { what: 'more CPU for checkpoints', measured: percentMore(checkpoints), target: 'at most 5 %', ok: checkpoints <= 1.05 },
    { what: 'more CPU for parts', measured: percentMore(parts), target: 'at most 5 %', ok: parts <= 1.05 },
    ...(made.whole?.renditions ?? []).flatMap((serial, at) => {
      const inParts = made.parts?.renditions[at]
      return [
        {
          what: `${serial.format} frames`,
          measured: `${inParts?.frames} / ${serial.frames}`,
          target: 'equal',
          ok: inParts?.frames === serial.frames,
        },
        {
          what: `${serial.format} SSIM`,
          measured: `${inParts?.ssim?.toFixed(4)} / ${serial.ssim?.toFixed(4)}`,
          target: 'equal to .001',
          ok: Math.abs((inParts?.ssim ?? 0) - (serial.ssim ?? 1)) < 0.001,
        },
        { what: `${serial.format} bytes`, measured: `${(((inParts?.bytes ?? 0) / serial.bytes) * 100).toFixed(1)} %` },
      ]
    }),
  ])
}

const percentMore = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`

interface CostJob {
  mediaTools: MediaTools
  plan: MediaPlan
  source: string
  segments: readonly Segment[]
}

const encodeAtOnce = ({ mediaTools, plan, source }: CostJob, folder: string): Promise<EncodedVideo> =>
  encodeVideo(mediaTools, plan, source, folder, { signal: never })

async function encodeWithCheckpoints({ mediaTools, plan, source }: CostJob, folder: string): Promise<EncodedVideo> {
  const missed: unknown[] = []
  const onMissed = (error: unknown): 'stop' => {
    missed.push(error)
    return 'stop'
  }
  const checkpoints = { keep: async () => {}, onMissed, keepAudio: async () => {}, drop: async () => {} }
  const encodedVideo = await encodeVideo(mediaTools, plan, source, folder, { signal: never, checkpoints })
  if (missed.length > 0) throw missed[0]
  return encodedVideo
}

async function encodeInParts({ mediaTools, plan, source, segments }: CostJob, folder: string): Promise<EncodedVideo> {
  const rest = join(folder, 'rest')
  await mkdir(rest)
  const checkpoints: Checkpoint[] = []
  const measured: { ssim: readonly (number | null)[]; frames: number }[] = []
  const options = { signal: never, onProgress: () => {} }
  await encodeExtras(mediaTools, plan, source, rest, options)
  for (const [at, segment] of segments.entries()) {
    const own = join(folder, `part-${at}`)
    await mkdir(own)
    const onCheckpoint = async (checkpoint: Checkpoint) => void checkpoints.push(checkpoint)
    const { ssim } = await encodeSegment(mediaTools, plan, segment, source, own, { ...options, onCheckpoint })
    measured.push({ ssim, frames: segment.frames })
  }
  const frames = measured.reduce((sum, one) => sum + one.frames, 0)
  const ssim = plan.rungs.map((_, at) => measured.reduce((sum, one) => sum + (one.ssim[at] ?? 0) * one.frames, 0) / frames)
  const ofRung = async function* (format: Format) {
    for (const { files } of checkpoints) yield files.find((file) => file.format === format)?.path ?? ''
  }
  return joinParts(mediaTools, plan, rest, { checkpoints: ofRung, ssim, decodeErrors: 0, cpuSeconds: 0, wallSeconds: 0 }, never)
}

async function signIn(api: ProductProcess): Promise<string> {
  const { result } = await ask<{ result: { tokens: { idToken: string } } }>(api, '', 'POST', '/auth/login', { username: 'admin', password })
  return result.tokens.idToken
}

async function submit(api: ProductProcess, token: string, inputSource: string, outputFormats: Format[]): Promise<string> {
  return (await ask<{ job: { id: string } }>(api, token, 'POST', '/jobs', { inputSource, outputFormats })).job.id
}

async function untilDone(api: ProductProcess, token: string, id: string): Promise<void> {
  for (;;) {
    const { job } = await ask<{ job: { status: string; error_text: string | null } }>(api, token, 'GET', `/jobs/${id}`)
    if (job.status === 'COMPLETED') return
    if (job.status === 'FAILED') throw new Error(`a job failed: ${job.error_text}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

async function ask<Answer>(api: ProductProcess, token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${api.url}/prod/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import type { Format } from '../media/src/plan/ladder.ts'
import { makePlan } from '../media/src/plan/make-plan.ts'
import { planStretches } from '../media/src/plan/part-plan.ts'
import type { Piece } from '../media/src/run/cut-pieces.ts'
import { findFfmpeg } from '../media/src/run/find-ffmpeg.ts'
import { forgeRest } from '../media/src/run/forge-rest.ts'
import { forgeStretch } from '../media/src/run/forge-stretch.ts'
import { type ForgedVideo, forgeVideo } from '../media/src/run/forge-video.ts'
import { joinParts } from '../media/src/run/join-parts.ts'
import { probeFile } from '../media/src/run/probe-file.ts'
import { openWorkshop } from '../media/src/run/programs.ts'
import { serveClips } from '../server/testing/clips.ts'
import { cpuOf } from './harness/cpu.ts'
import { median, printTable } from './harness/table.ts'

const exec = promisify(execFile)
const never = new AbortController().signal
const password = 'Correct-Horse-1'

/** Pictures nobody can copy, with a key frame every two seconds. */
const clip = (seconds: number, size: string): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30,noise=alls=3:allf=t`, '-f', 'lavfi', '-i', 'anoisesrc=amplitude=0.1'],
  ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p', '-crf', '21', '-g', '60', '-c:a', 'aac'],
]

/**
 * Workers with a core each, as processes of the product on one database and one folder: many jobs, and one long video.
 * One worker and two by turns, `rounds` times, and the middle of each counts: a rented core is up to a third slower from one minute to the next.
 * `npm run bench -- scale [jobs|video|cost] [rounds]`
 */
export async function run([only, rounds = '3']: string[] = []): Promise<void> {
  const turns = Number(rounds)
  console.log(`Load before: ${loadavg().map((load) => load.toFixed(1))}`)
  if (!only || only === 'cost') await measureCost()
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
    { what: 'one worker with one core', measured: tell(ones) },
    { what: 'two workers with a core each', measured: tell(twos) },
    { what: 'as fast', measured: `${ratio.toFixed(2)} x`, target: `at least ${target} x`, ok: ratio >= target },
  ])
}

const tell = (seconds: number[]): string => `${median(seconds).toFixed(1)} s (${seconds.map((one) => one.toFixed(1)).join(', ')})`

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

/** What parting costs: the same video in one pass and in parts, one after the other on this machine. */
async function measureCost(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-parts-'))
  const source = join(folder, 'source.mp4')
  await exec('ffmpeg', ['-v', 'error', ...clip(60, '1280x720'), source])
  const found = await openWorkshop(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const workshop = { ...found, machine: { ...found.machine, cores: 1 } }
  const plan = makePlan(await probeFile(workshop, source, never), ['720p', '480p'], workshop.machine)
  const stretches = planStretches(plan) ?? []
  await mkdir(join(folder, 'whole'))
  const whole = await cpuOf(() => forgeVideo(workshop, plan, source, join(folder, 'whole'), { signal: never }))
  const parts = await cpuOf(async (): Promise<ForgedVideo> => {
    const rest = join(folder, 'rest')
    await mkdir(rest)
    const pieces: Piece[] = []
    const measured: { ssim: readonly (number | null)[]; frames: number }[] = []
    const options = { signal: never, onProgress: () => {} }
    await forgeRest(workshop, plan, source, rest, options)
    for (const [at, stretch] of stretches.entries()) {
      const own = join(folder, `part-${at}`)
      await mkdir(own)
      const onPiece = async (piece: Piece) => void pieces.push(piece)
      const { ssim } = await forgeStretch(workshop, plan, stretch, source, own, { ...options, onPiece })
      measured.push({ ssim, frames: stretch.frames })
    }
    const frames = measured.reduce((sum, one) => sum + one.frames, 0)
    const ssim = plan.rungs.map((_, at) => measured.reduce((sum, one) => sum + (one.ssim[at] ?? 0) * one.frames, 0) / frames)
    const ofRung = async function* (format: Format) {
      for (const { files } of pieces) yield files.find((file) => file.format === format)?.path ?? ''
    }
    return joinParts(workshop, plan, rest, { pieces: ofRung, ssim, decodeErrors: 0, cpuSeconds: 0, wallSeconds: 0 }, never)
  })
  await rm(folder, { recursive: true, force: true })
  const ratio = parts.cpu / whole.cpu
  printTable(`A minute of 720p in ${stretches.length} parts, 720p and 480p`, [
    { what: 'CPU in one pass', measured: `${whole.cpu.toFixed(1)} s` },
    { what: 'CPU in parts, joined', measured: `${parts.cpu.toFixed(1)} s` },
    { what: 'more CPU', measured: `${((ratio - 1) * 100).toFixed(1)} %`, target: 'at most 5 %', ok: ratio <= 1.05 },
    ...whole.result.renditions.flatMap((serial, at) => {
      const parted = parts.result.renditions[at]
      return [
        {
          what: `${serial.format} frames`,
          measured: `${parted?.frames} / ${serial.frames}`,
          target: 'equal',
          ok: parted?.frames === serial.frames,
        },
        {
          what: `${serial.format} SSIM`,
          measured: `${parted?.ssim?.toFixed(4)} / ${serial.ssim?.toFixed(4)}`,
          target: 'equal to .001',
          ok: Math.abs((parted?.ssim ?? 0) - (serial.ssim ?? 1)) < 0.001,
        },
        { what: `${serial.format} bytes`, measured: `${(((parted?.bytes ?? 0) / serial.bytes) * 100).toFixed(1)} %` },
      ]
    }),
  ])
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

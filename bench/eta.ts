import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { adminPassword, ask, signIn } from '../e2e/harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import { encodingSpeedOf } from '../media/src/planning/cost.ts'
import { makePlan } from '../media/src/planning/make-plan.ts'
import { encodeVideo } from '../media/src/run/encode/encode-video.ts'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { probeFile } from '../media/src/run/inspect/probe-file.ts'
import { serveClips } from '../server/testing/media/clips.ts'
import { childCpuSeconds } from './harness/child-cpu.ts'
import { median, printTable, type Row } from './harness/table.ts'
import { type Clip, clips } from './pipeline.ts'

const exec = promisify(execFile)

/** The number that a worker remembers. */
const remembered = 9

/**
 * Accuracy of the remaining time: before a job starts, after a tenth, and the worst from then on, relative to the whole duration. The first
 * round starts without measurements, later rounds use them, as a worker does. Wall-clock accuracy depends on a steady load, so the same
 * forecasts are also compared with the remaining CPU time. Finally the same clips, and one long enough for parts, run in the product.
 * `npm run bench -- eta [rounds] [part of a name]`
 */
export async function run([rounds = '2', only]: string[] = []): Promise<void> {
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const chosen = clips.filter(({ name }) => !only || name.includes(only))
  const fileOf = (clip: Clip) => join(folder, `${chosen.indexOf(clip)}.mkv`)
  for (const clip of chosen) await exec('ffmpeg', ['-v', 'error', '-y', ...clip.make, '-shortest', fileOf(clip)])
  const speeds: number[] = []
  for (let round = 1; round <= Number(rounds); round += 1) {
    const before = loadavg()[0] ?? 0
    const rows: Row[] = []
    for (const clip of chosen) {
      const job = await watchJob(mediaTools, clip, fileOf(clip), join(folder, 'output'), speeds.length > 0 ? middle(speeds) : 1)
      speeds.push(job.encodingSpeed)
      rows.push(describe(clip, job))
    }
    printTable(`round ${round}, load ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`, rows)
  }
  await rm(folder, { recursive: true, force: true })
  await watchProduct(clips.concat(longClip).filter(({ name }) => !only || name.includes(only)))
}

const longClip: Clip = {
  name: 'long 720p in parts',
  make: ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30', '-t', '60', '-c:v', 'mpeg4', '-q:v', '2'],
  formats: ['720p', '480p'],
}

async function watchProduct(chosen: readonly Clip[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const served = await serveClips(Object.fromEntries(chosen.map(({ make }, at) => [`${at}.mkv`, [...make, '-shortest']])))
  const product = await startProcess({ DATA_DIR: folder, PORT: '0', ADMIN_PASSWORD: adminPassword, ALLOW_PRIVATE_SOURCES: 'true' })
  const rows: Row[] = []
  try {
    const token = await signIn(product)
    for (const [at, { name, formats }] of chosen.entries()) {
      const { first, worst, took } = await watchAnswers(product, token, served.url(`${at}.mkv`), formats)
      rows.push({
        what: name,
        measured: `${took.toFixed(1)} s; at a tenth ${percent(first)}, at worst ${percent(worst)}`,
        target: 'at a tenth at most 20 %',
        ok: Math.abs(first) <= 0.2,
      })
    }
  } finally {
    await product.stop()
    await served.close()
    await rm(folder, { recursive: true, force: true })
  }
  printTable('in the product, from the start of the work', rows)
}

async function watchAnswers(product: ProductProcess, token: string, inputSource: string, outputFormats: string[]) {
  const { job } = (await ask(product, 'POST /jobs', token, { inputSource, outputFormats })) as { job: { id: string } }
  const seen: { at: number; left: number }[] = []
  let started: number | undefined
  for (;;) {
    const answer = (await ask(product, `GET /jobs/${job.id}`, token)) as {
      job: { status: string; progress: number; eta_seconds: number | null }
    }
    const now = performance.now() / 1000
    const { status, progress, eta_seconds: left } = answer.job
    if (status === 'FAILED') throw new Error('a job failed')
    if (status !== 'PENDING') started ??= now
    if (status === 'COMPLETED') {
      const took = now - (started ?? now)
      const errors = seen.map(({ at, left }) => (at + left - now) / took)
      return { took, first: errors[0] ?? 0, worst: furthest(errors) }
    }
    if (progress >= 10 && left !== null) seen.push({ at: now, left })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const middle = (speeds: number[]): number => median(speeds.slice(-remembered))

interface Job {
  took: number
  expected: number
  encodingSpeed: number
  /** Errors of the forecasts after the first tenth, relative to the whole duration; too early is negative. */
  clock: number[]
  cpu: number[]
}

async function watchJob(mediaTools: MediaTools, clip: Clip, source: string, output: string, encodingSpeed: number): Promise<Job> {
  const { signal } = new AbortController()
  await rm(output, { recursive: true, force: true })
  await mkdir(output)
  const plan = makePlan(await probeFile(mediaTools, source, signal), clip.formats, { ...mediaTools.machine, encodingSpeed })
  const reports: { at: number; cpu: number; left: number }[] = []
  const started = { at: performance.now() / 1000, cpu: childCpuSeconds() }
  const encodedVideo = await encodeVideo(mediaTools, plan, source, output, {
    signal,
    onProgress: ({ done, secondsLeft }) => {
      const now = { at: performance.now() / 1000, cpu: childCpuSeconds() }
      if (done >= 0.1 && secondsLeft !== null) reports.push({ ...now, left: secondsLeft })
    },
  })
  const ended = { at: performance.now() / 1000, cpu: childCpuSeconds() }
  const took = ended.at - started.at
  const usedCpu = ended.cpu - started.cpu
  return {
    took,
    expected: plan.expectedSeconds,
    encodingSpeed: encodingSpeedOf(plan, encodedVideo.cpuSeconds),
    clock: reports.map(({ at, left }) => (at + left - ended.at) / took),
    // The forecast share against the share of CPU time that was left.
    cpu: reports.map(({ at, cpu, left }) => left / (at - started.at + left) - (ended.cpu - cpu) / usedCpu),
  }
}

const percent = (part: number): string => `${part > 0 ? '+' : ''}${(part * 100).toFixed(0)} %`
const furthest = (errors: number[]): number => errors.reduce((worst, error) => (Math.abs(error) > Math.abs(worst) ? error : worst), 0)

function describe({ name }: Clip, { took, expected, clock, cpu }: Job): Row {
  const first = clock[0] ?? 0
  const summary = `${took.toFixed(1)} s, planned ${percent(expected / took - 1)}; at a tenth ${percent(first)}, at worst ${percent(furthest(clock))}`
  return {
    what: name,
    measured: `${summary}; by CPU ${percent(cpu[0] ?? 0)}, ${percent(furthest(cpu))}`,
    target: 'at a tenth at most 20 %',
    ok: Math.abs(first) <= 0.2,
  }
}

import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeSource, playsInBrowsers } from '../plan/describe-source.ts'
import { encodeArguments, passFiles, rungFile } from '../plan/encode-arguments.ts'
import type { Format } from '../plan/ladder.ts'
import { type FormatPlan, type MediaPlan, planWithoutCopies, type RungPlan } from '../plan/make-plan.ts'
import { storyboardTrack } from '../plan/storyboard-track.ts'
import { tellingStill } from '../plan/telling-still.ts'
import { checkRendition } from './check-rendition.ts'
import type { MessageTail } from './clean-message.ts'
import { cpuSecondsOf } from './cpu-time.ts'
import { followPass, type PassMeasurement, readMeasurement } from './follow-pass.ts'
import { makePreview } from './make-preview.ts'
import type { Workshop } from './programs.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'
import { readStreamIndex, type StreamIndex } from './read-index.ts'
import { type ProgramLimits, runProgram } from './run-program.ts'

export interface Rendition {
  format: Format
  path: string
  action: 'copy' | 'encode'
  width: number
  height: number
  bytes: number
  duration: number
  frames: number
  frameRate: number
  bitrate: number
  /** Where its segments lie and what its tracks are: what a playlist is made of. */
  index: StreamIndex
  /** Mean luma SSIM against the source at this size; 1 for a copy, null if the encoder did not say. */
  ssim: number | null
}

export interface ForgedVideo {
  renditions: readonly Rendition[]
  thumbnail: string
  preview: string
  storyboard: string
  storyboardTrack: string
  metadata: string
  /** What became of each chosen format; differs from the plan when a copy had to be given up. */
  formats: readonly FormatPlan[]
  notes: readonly string[]
  cpuSeconds: number
  /** Of them, the one pass over the source. */
  passCpuSeconds: number
  wallSeconds: number
}

export interface ForgeOptions {
  signal: AbortSignal
  onProgress?: (progress: JobProgress) => void
  /** Seconds without progress before a run counts as stuck. */
  silentSeconds?: number
}

/**
 * The whole job: one pass over the source makes every rendition, the stills and the raw preview in `folder`, which must be empty and
 * is all it writes to; then the preview is made, every rendition is probed, and what was measured is written down.
 */
export async function forgeVideo(
  workshop: Workshop,
  planned: MediaPlan,
  input: string,
  folder: string,
  options: ForgeOptions,
): Promise<ForgedVideo> {
  const { signal, onProgress, silentSeconds = 60 } = options
  const limits = limitsFor(planned, silentSeconds)
  const meter = new ProgressMeter(planned, onProgress)
  const started = performance.now()
  const runPass = async (plan: MediaPlan): Promise<MessageTail> => {
    const { messages } = await runProgram({
      program: workshop.ffmpeg,
      arguments: encodeArguments(plan, resolve(input)),
      folder,
      fences: workshop.fences,
      limits,
      signal,
      onStart: (pid) => meter.runs(() => cpuSecondsOf(pid)),
      onLine: followPass((progress) => meter.passAt(progress.seconds)),
    })
    return messages
  }
  try {
    let plan = planned
    let messages = await runPass(plan)
    if (messages.errorsOf(plan.facts.video.codec) > 0 && plan.rungs.some(({ action }) => action === 'copy')) {
      plan = planWithoutCopies(plan)
      meter.passAgain(plan)
      messages = await runPass(plan)
    }
    meter.passDone()
    const pass = readMeasurement(messages.text())
    const stills = await gatherStills(plan, folder)
    const preview = await makePreview(workshop, plan.preview, folder, limits, signal)
    await rm(join(folder, passFiles.preview), { force: true })
    meter.previewDone()
    const renditions: Rendition[] = []
    const notes = [...plan.notes]
    for (const rung of plan.rungs) {
      const { rendition, missingFrames } = await inspect(workshop, plan, rung, folder, pass, messages.errorsOf(), signal)
      renditions.push(rendition)
      if (missingFrames > 2 && rung === plan.rungs[0])
        notes.push(`${missingFrames} frames of the source could not be read and are missing.`)
    }
    const wallSeconds = (performance.now() - started) / 1000
    const cpuSeconds = pass.cpuSeconds + preview.cpuSeconds
    const metadata = join(folder, 'metadata.json')
    await writeFile(metadata, JSON.stringify(describeJob(plan, renditions, notes, { cpuSeconds, wallSeconds }), null, 2))
    meter.allDone()
    return {
      renditions,
      ...stills,
      preview: preview.path,
      metadata,
      formats: plan.formats,
      notes,
      cpuSeconds,
      passCpuSeconds: pass.cpuSeconds,
      wallSeconds,
    }
  } finally {
    meter.stop()
  }
}

/** Frames in flight at the source's size (decoder, filters, look-ahead of the encoders), with room to spare. */
function limitsFor(plan: MediaPlan, silentSeconds: number): ProgramLimits {
  const area = plan.facts.video.stored.width * plan.facts.video.stored.height
  return {
    seconds: 600 + plan.expectedCpuSeconds * 20,
    silentSeconds,
    memoryBytes: 1024 ** 3 + area * (300 + 50 * plan.machine.cores),
    fileBytes: Math.max(1024 ** 3, plan.facts.size * 20),
  }
}

async function gatherStills(plan: MediaPlan, folder: string): Promise<{ thumbnail: string; storyboard: string; storyboardTrack: string }> {
  const grey = await readFile(join(folder, passFiles.grey))
  const times = (await readFile(join(folder, passFiles.times), 'utf8'))
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number(line) / 1000)
  const chosen = tellingStill(grey, plan.stills.grey)
  const thumbnail = join(folder, 'thumbnail.jpg')
  await rename(join(folder, `still-${String(chosen + 1).padStart(3, '0')}.jpg`), thumbnail)
  const rest = (await readdir(folder)).filter((name) => /^still-\d+\.jpg$/.test(name))
  await Promise.all([...rest, passFiles.grey, passFiles.times].map((name) => rm(join(folder, name), { force: true })))
  const track = join(folder, 'storyboard.vtt')
  await writeFile(track, storyboardTrack(times, plan.facts.duration, plan.stills, passFiles.storyboard))
  return { thumbnail, storyboard: join(folder, passFiles.storyboard), storyboardTrack: track }
}

async function inspect(
  workshop: Workshop,
  plan: MediaPlan,
  rung: RungPlan,
  folder: string,
  pass: PassMeasurement,
  decodeErrors: number,
  signal: AbortSignal,
): Promise<{ rendition: Rendition; missingFrames: number }> {
  const path = join(folder, rungFile(rung))
  const { facts, missingFrames } = await checkRendition(workshop, plan, rung, path, decodeErrors, signal)
  const encodedAt = plan.rungs.filter(({ action }) => action === 'encode').indexOf(rung)
  const rendition = {
    format: rung.format,
    path,
    action: rung.action,
    width: rung.size.width,
    height: rung.size.height,
    bytes: (await stat(path)).size,
    duration: facts.duration,
    frames: facts.video.frames,
    frameRate: describeSource(facts).frameRate,
    bitrate: facts.bitrate,
    index: await readStreamIndex(path),
    ssim: rung.action === 'copy' ? 1 : (pass.ssim[encodedAt] ?? null),
  }
  return { rendition, missingFrames }
}

function describeJob(
  plan: MediaPlan,
  renditions: readonly Rendition[],
  notes: readonly string[],
  measured: { cpuSeconds: number; wallSeconds: number },
): unknown {
  return {
    source: {
      ...describeSource(plan.facts),
      playsInBrowsers: playsInBrowsers(plan.facts),
      frames: plan.facts.video.frames,
      constantFrameRate: plan.facts.video.pace === 'constant',
    },
    plan: { formats: plan.formats, expectedSeconds: plan.expectedSeconds, expectedBytes: plan.expectedBytes },
    notes,
    measured: {
      ...measured,
      speed: measured.wallSeconds > 0 ? plan.facts.duration / measured.wallSeconds : null,
      renditions: renditions.map(({ path: _, index, ...rest }) => ({ ...rest, codecs: index.codecs })),
    },
  }
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Format } from '../media/src/planning/formats.ts'
import { makePlan } from '../media/src/planning/make-plan.ts'
import { correctCrf } from '../media/src/planning/reencode/choose-crf.ts'
import { planParts } from '../media/src/planning/reencode/reencode-plan.ts'
import { encodeVideo } from '../media/src/run/encode/encode-video.ts'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import type { Rendition } from '../media/src/run/inspect/inspect-rendition.ts'
import { probeFile } from '../media/src/run/inspect/probe-file.ts'
import { chooseQuality } from '../media/src/run/reencode/choose-quality.ts'
import { compareVersions } from '../media/src/run/reencode/compare-versions.ts'
import { encodeRuns, type Reencode } from '../media/src/run/reencode/encode-runs.ts'
import { joinReencode, readGroups } from '../media/src/run/reencode/join-reencode.ts'
import { cutGroups } from '../server/src/reencodes/open-rendition.ts'
import { type DecodeCost, openDecodeCost } from './harness/decode-cost.ts'
import { clipsOf } from './harness/drawn-clips.ts'
import { median, printTable, type Row } from './harness/table.ts'

const signal = new AbortController().signal
const preset = 10

/**
 * Each quality in AV1 as the workers make it: bytes at the SSIM of its H.264, CPU for everything, tries and comparisons included, and what
 * Chromium takes to play it without a graphics card.
 * `nice -n 15 npm run bench -- av1 [part of a name, or files with commas between] [formats]`
 */
export async function run([only = 'all', chosen = '720p,480p']: string[] = []): Promise<void> {
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const formats = (['4k', '1080p', '720p', '480p'] as const).filter((format) => chosen.split(',').includes(format))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const decoding = await openDecodeCost()
  const all: Measured[] = []
  try {
    for await (const clip of clipsOf(only, folder))
      all.push(...(await measure({ mediaTools, decoding }, clip, formats, join(folder, `made-${clip.name}`))))
  } finally {
    await decoding.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const middle = (pick: (one: Measured) => number): number => median(all.map(pick))
  printTable('AV1 against our H.264', [
    ...all.map(({ row }) => row),
    {
      what: 'bytes in the middle',
      measured: middle(({ share }) => share).toFixed(2),
      target: 'at most 0.65',
      ok: middle(({ share }) => share) <= 0.65,
    },
    {
      what: 'CPU in the middle',
      measured: `${middle(({ cpu }) => cpu).toFixed(2)} x`,
      target: 'at most 2.6 x',
      ok: middle(({ cpu }) => cpu) <= 2.6,
    },
  ])
}

interface Measured {
  row: Row
  /** Bytes and CPU against the H.264. */
  share: number
  cpu: number
}

async function measure(
  { mediaTools, decoding }: { mediaTools: MediaTools; decoding: DecodeCost },
  { name, path: input }: { name: string; path: string },
  formats: readonly Format[],
  folder: string,
): Promise<Measured[]> {
  await mkdir(folder)
  const plan = makePlan(await probeFile(mediaTools, input, signal), formats, mediaTools.machine)
  const h264 = join(folder, 'h264')
  await mkdir(h264)
  const all: Measured[] = []
  // Alone, so that its CPU time is known.
  for (const rung of plan.rungs.filter(({ action }) => action === 'encode')) {
    const own = join(h264, rung.format)
    await mkdir(own)
    const alone = makePlan(plan.facts, [rung.format], mediaTools.machine)
    const { renditions, passCpuSeconds } = await encodeVideo(mediaTools, alone, input, own, { signal, onProgress: () => {} })
    const [rendition] = renditions
    if (!rendition) continue
    const av1 = join(folder, rung.format)
    await mkdir(av1)
    const made = await makeAgain({ mediaTools, plan: alone, rung, input, folder: av1, signal }, rendition)
    const share = made.bytes / rendition.bytes
    const cpu = made.cpuSeconds / passCpuSeconds
    const [before, after] = [await decoding.of(rendition.path), await decoding.of(made.path)]
    const played = ({ cpuPerSecond, droppedShare }: typeof before) =>
      `${cpuPerSecond.toFixed(2)} s${droppedShare > 0.01 ? ` (${Math.round(droppedShare * 100)} % dropped)` : ''}`
    const row = {
      what: `${name} ${rung.format}: bytes, SSIM AV1 / H.264, CPU against H.264 (tries), CRF, CPU of Chromium for a second of AV1 / H.264`,
      measured: `${share.toFixed(2)}, ${made.ssim.toFixed(4)} / ${made.ssimBefore.toFixed(4)}, ${cpu.toFixed(2)} (${Math.round((made.tries / made.cpuSeconds) * 100)} %), ${made.crf}, ${played(after)} / ${played(before)}`,
    }
    // A run takes half an hour: what was measured is not lost with the rest.
    console.log(`${row.what}: ${row.measured}`)
    all.push({ row, share, cpu })
  }
  return all
}

/** The steps of a worker one after the other, with a comparison of all frames at the end that is not counted. */
async function makeAgain(reencode: Reencode, rendition: Rendition) {
  const { plan, rung, folder, mediaTools } = reencode
  const threads = mediaTools.machine.cores
  const read = await readGroups(plan, rendition.path)
  if (!read) throw new Error('The rendition could not be read.')
  const cut = (from: number, to: number) => cutGroups(rendition.path, rendition.index, [from, to], join(folder, `before-${from}.mp4`))
  const chosen = await chooseQuality(reencode, read.groups, cut, { preset, threads })
  let cpuSeconds = chosen.cpuSeconds
  let surplus = 0
  let frames = 0
  const files: string[] = []
  for (const [at, part] of planParts(plan, rung, read.groups).entries()) {
    const made = join(folder, `part-${at}.mp4`)
    const crf = correctCrf(chosen, frames > 0 ? surplus / frames : undefined)
    const encoded = await encodeRuns(reencode, part.runs, { crf, preset, threads }, made)
    const before = await cut(part.measured.groups.from, part.measured.groups.to)
    const compared = await compareVersions(reencode, part.measured.run, { made, skipped: part.measured.skipped, before, threads })
    surplus += (compared.ssim - compared.ssimBefore) * compared.frames
    frames += compared.frames
    cpuSeconds += encoded.cpuSeconds + compared.cpuSeconds
    files.push(made)
  }
  const joined = await joinReencode(
    reencode,
    (async function* () {
      yield* files
    })(),
    rendition.path,
  )
  const whole = { from: 0, to: undefined, frames: plan.timeline.frames }
  const { ssim, ssimBefore } = await compareVersions(reencode, whole, { made: joined.path, before: rendition.path, threads })
  return {
    path: joined.path,
    crf: chosen.crf,
    bytes: joined.bytes,
    ssim,
    ssimBefore,
    cpuSeconds: cpuSeconds + joined.cpuSeconds,
    tries: chosen.cpuSeconds,
  }
}

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
import { printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)
const signal = new AbortController().signal
const seconds = 12
const preset = 10

/** Drawn by ffmpeg. Real clips say more: give their paths. */
const drawn: Record<string, string> = {
  zoom: 'mandelbrot=s=1280x720:r=30:maxiter=200,gblur=1',
  grain: 'mandelbrot=s=1280x720:r=30:maxiter=200,gblur=2,noise=alls=8:allf=t',
  animation: 'testsrc2=s=1280x720:r=25',
  screen: 'smptehdbars=s=1280x720:r=15,drawgrid=w=96:h=24:c=black,scroll=v=0.002',
  motion: 'mandelbrot=s=2560x1440:r=50:maxiter=120,rotate=t*0.7,crop=1280:720',
}

/**
 * Each quality in AV1 as the workers make it: bytes at the SSIM of its H.264, and CPU for everything, tries and comparisons included.
 * `nice -n 15 npm run bench -- av1 [part of a name, or a file] [formats]`
 */
export async function run([only = 'all', chosen = '720p,480p']: string[] = []): Promise<void> {
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const formats = (['4k', '1080p', '720p', '480p'] as const).filter((format) => chosen.split(',').includes(format))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const rows: Row[] = []
  try {
    if (only.includes('/')) rows.push(...(await measure(mediaTools, only, formats, join(folder, 'own'), only.split('/').at(-1) ?? only)))
    for (const [name, graph] of Object.entries(drawn)) {
      if (only !== 'all' && !name.includes(only)) continue
      const source = join(folder, `${name}.mkv`)
      await exec('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, '-t', String(seconds), '-c:v', 'mpeg4', '-q:v', '2', source])
      rows.push(...(await measure(mediaTools, source, formats, join(folder, name), name)))
      await rm(source)
    }
    printTable('AV1 against our H.264', rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(mediaTools: MediaTools, input: string, formats: readonly Format[], folder: string, name: string): Promise<Row[]> {
  await mkdir(folder)
  const plan = makePlan(await probeFile(mediaTools, input, signal), formats, mediaTools.machine)
  const h264 = join(folder, 'h264')
  await mkdir(h264)
  const rows: Row[] = []
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
    rows.push({
      what: `${name} ${rung.format}: bytes, SSIM AV1 / H.264, CPU against H.264 (tries), CRF`,
      measured: `${share.toFixed(2)}, ${made.ssim.toFixed(4)} / ${made.ssimBefore.toFixed(4)}, ${(made.cpuSeconds / passCpuSeconds).toFixed(2)} (${Math.round((made.tries / made.cpuSeconds) * 100)} %), ${made.crf}`,
    })
  }
  return rows
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
    const compared = await compareVersions(reencode, part.measured.run, { made, before, threads })
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
  return { crf: chosen.crf, bytes: joined.bytes, ssim, ssimBefore, cpuSeconds: cpuSeconds + joined.cpuSeconds, tries: chosen.cpuSeconds }
}

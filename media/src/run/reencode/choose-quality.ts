import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncoderSettings } from '../../arguments/reencode-arguments.ts'
import {
  type ChosenQuality,
  type ChosenSettings,
  chooseCrf,
  chooseFromOneTry,
  firstCrf,
  paysAsScreen,
  secondCrf,
  type Tried,
} from '../../planning/reencode/choose-crf.ts'
import { type Group, type GroupRange, probeRanges, runsOf, segmentOf } from '../../planning/reencode/reencode-plan.ts'
import { compareVersions } from './compare-versions.ts'
import { encodeRuns, type Reencode } from './encode-runs.ts'

/** Writes the groups of the rendition from one to before another as a file and returns its path. */
export type ReadGroups = (from: number, to: number) => Promise<string>

/**
 * Finds the setting at which AV1 looks like the rendition, and its bytes, from short tries over a few groups of the video: whether it is a screen, and two
 * settings; from one where it is near what a taller version of the video needed.
 */
export async function chooseQuality(
  reencode: Reencode,
  groups: readonly Group[],
  readGroups: ReadGroups,
  settings: Pick<EncoderSettings, 'threads'>,
  taller?: ChosenSettings,
): Promise<ChosenQuality & ChosenSettings & { cpuSeconds: number; groups: readonly GroupRange[] }> {
  const ranges = probeRanges(reencode.plan, groups)
  const made = join(reencode.folder, 'try.mp4')
  let cpuSeconds = 0
  const encode = async ({ from, to }: GroupRange, crf: number, isScreen: boolean): Promise<number> => {
    const encoded = await encodeRuns(reencode, runsOf(groups, from, to), { ...settings, crf, isScreen }, made)
    cpuSeconds += encoded.cpuSeconds
    return encoded.bytes
  }
  const compare = async ({ from, to }: GroupRange) => {
    const before = await readGroups(from, to)
    const compared = await compareVersions(reencode, segmentOf(groups, from, to), { made, before, threads: settings.threads })
    await Promise.all([rm(made), rm(before)])
    cpuSeconds += compared.cpuSeconds
    return compared
  }
  const attempt = async (crf: number, isScreen: boolean): Promise<Tried & { target: number }> => {
    const sums = { ssim: 0, before: 0, frames: 0, bytes: 0 }
    for (const range of ranges) {
      sums.bytes += await encode(range, crf, isScreen)
      const { ssim, ssimBefore, frames } = await compare(range)
      sums.ssim += ssim * frames
      sums.before += ssimBefore * frames
      sums.frames += frames
    }
    return { crf, ssim: sums.ssim / sums.frames, bytes: sums.bytes, target: sums.before / sums.frames }
  }
  const crf = taller?.crf ?? firstCrf
  let isScreen = taller?.isScreen ?? false
  let first = await attempt(crf, isScreen)
  if (!taller) {
    let bytes = 0
    for (const range of ranges) bytes += await encode(range, crf, true)
    isScreen = paysAsScreen(bytes, first.bytes)
    if (isScreen) first = await attempt(crf, true)
  }
  const chosen =
    (taller && chooseFromOneTry(first, taller.slope, first.target)) ??
    chooseCrf(first, await attempt(secondCrf(first, first.target), isScreen), first.target)
  return { ...chosen, isScreen, cpuSeconds, groups: ranges }
}

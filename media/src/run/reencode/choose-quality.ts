import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncoderSettings } from '../../arguments/reencode-arguments.ts'
import {
  type ChosenQuality,
  type ChosenSettings,
  type Compared,
  chooseCrf,
  chooseFromOneTry,
  firstCrf,
  joinTries,
  paysAsScreen,
  secondCrf,
} from '../../planning/reencode/choose-crf.ts'
import { type Group, type GroupRange, probeRanges, runsOf, segmentOf } from '../../planning/reencode/reencode-plan.ts'
import { type Comparison, compareVersions } from './compare-versions.ts'
import { encodeRuns, type Reencode } from './encode-runs.ts'

/** Writes the groups of the rendition from one to before another as a file and returns its path. */
export type ReadGroups = (from: number, to: number) => Promise<string>

interface TryInPlace extends Compared {
  range: GroupRange
}

/**
 * Finds the setting at which AV1 looks like the rendition, and its bytes, from short tries in one or two places of the video: one setting in all of them, then
 * in the place with the most bytes a second setting and whether it is a screen. Where a taller version of the video needed nearly the same, one setting is enough.
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
  const compare = async ({ from, to }: GroupRange): Promise<Comparison> => {
    const before = await readGroups(from, to)
    const compared = await compareVersions(reencode, segmentOf(groups, from, to), { made, before, threads: settings.threads })
    await Promise.all([rm(made), rm(before)])
    cpuSeconds += compared.cpuSeconds
    return compared
  }
  const tryAt = async (range: GroupRange, crf: number, isScreen: boolean): Promise<TryInPlace> => {
    const bytes = await encode(range, crf, isScreen)
    const { ssim, ssimBefore, frames } = await compare(range)
    return { crf, ssim, bytes, target: ssimBefore, frames, range }
  }
  const tryInAll = async (crf: number, isScreen: boolean) => {
    const [first, ...others] = ranges
    const tries: [TryInPlace, ...TryInPlace[]] = [await tryAt(first, crf, isScreen)]
    for (const range of others) tries.push(await tryAt(range, crf, isScreen))
    // Still pictures say nothing about a setting.
    const largest = tries.reduce((one, other) => (other.bytes > one.bytes ? other : one))
    return { all: joinTries(tries), largest }
  }
  const crf = taller?.crf ?? firstCrf
  let isScreen = taller?.isScreen ?? false
  let tried = await tryInAll(crf, isScreen)
  if (!taller) {
    isScreen = paysAsScreen(await encode(tried.largest.range, crf, true), tried.largest.bytes)
    if (isScreen) tried = await tryInAll(crf, true)
  }
  const { all, largest } = tried
  const chosen =
    (taller && chooseFromOneTry(all, taller.slope, all.target)) ??
    chooseCrf(all, [largest, await tryAt(largest.range, secondCrf(all, all.target), isScreen)], all.target)
  return { ...chosen, isScreen, cpuSeconds, groups: ranges }
}

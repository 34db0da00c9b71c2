import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EncoderSettings } from '../../arguments/reencode-arguments.ts'
import {
  type ChosenCrf,
  type ChosenQuality,
  chooseCrf,
  chooseFromOneTry,
  firstCrf,
  secondCrf,
  type Tried,
} from '../../planning/reencode/choose-crf.ts'
import { type Group, probeRanges, runsOf, segmentOf } from '../../planning/reencode/reencode-plan.ts'
import { compareVersions } from './compare-versions.ts'
import { encodeRuns, type Reencode } from './encode-runs.ts'

/** Writes the groups of the rendition from one to before another as a file and returns its path. */
export type ReadGroups = (from: number, to: number) => Promise<string>

/**
 * Finds the setting at which AV1 looks like the rendition, and its bytes, from two short tries over a few groups of the video; from one where it is
 * near what a taller version of the video needed.
 */
export async function chooseQuality(
  reencode: Reencode,
  groups: readonly Group[],
  readGroups: ReadGroups,
  settings: Omit<EncoderSettings, 'crf'>,
  taller?: ChosenCrf,
): Promise<ChosenQuality & { cpuSeconds: number; groups: readonly { from: number; to: number }[] }> {
  const ranges = probeRanges(reencode.plan, groups)
  let cpuSeconds = 0
  const attempt = async (crf: number): Promise<Tried & { target: number }> => {
    let [ssim, before, frames, bytes] = [0, 0, 0, 0]
    for (const { from, to } of ranges) {
      const made = join(reencode.folder, `try-${crf}.mp4`)
      const encoded = await encodeRuns(reencode, runsOf(groups, from, to), { ...settings, crf }, made)
      const path = await readGroups(from, to)
      const compared = await compareVersions(reencode, segmentOf(groups, from, to), { made, before: path, threads: settings.threads })
      await Promise.all([rm(made), rm(path)])
      cpuSeconds += encoded.cpuSeconds + compared.cpuSeconds
      ssim += compared.ssim * compared.frames
      before += compared.ssimBefore * compared.frames
      frames += compared.frames
      bytes += encoded.bytes
    }
    return { crf, ssim: ssim / frames, bytes, target: before / frames }
  }
  const first = await attempt(taller?.crf ?? firstCrf)
  const chosen =
    (taller && chooseFromOneTry(first, taller.slope, first.target)) ??
    chooseCrf(first, await attempt(secondCrf(first, first.target)), first.target)
  return { ...chosen, cpuSeconds, groups: ranges }
}

import { bytesPerStep, type ChosenCrf, clampCrf, decibels, isTooLarge, settingBelow } from './choose-crf.ts'

/** A part that was encoded and compared. */
export interface FinishedPart {
  number: number
  crf: number
  frames: number
  ssim: number
  ssimBefore: number
  bytes: number
  /** Of the pictures in H.264. */
  bytesBefore: number
  /** The H.264 of the first seconds is worse than the rest, so they say nothing about other parts. */
  isEarly: boolean
}

/** How far the setting of a part may be from the chosen one. */
const maxCorrection = 8
/** How many of these steps may be because the finished parts are better than needed. */
const maxLeftOver = 2

const framesOf = (parts: readonly FinishedPart[]): number => parts.reduce((sum, { frames }) => sum + frames, 0)

/** The setting at which a part would look like its H.264. */
const idealCrf = ({ crf, ssim, ssimBefore }: FinishedPart, slope: number): number =>
  crf + Math.min(maxCorrection, Math.max(-maxCorrection, (decibels(ssim) - decibels(ssimBefore)) / slope))

/** What a picture with this SSIM lacks. Both versions of a black one are exact. */
const lackOf = (ssim: number): number => Math.max(1e-6, 1 - ssim)

/** SSIM that a step of the setting costs where the SSIM is this. */
const ssimPerStep = (ssim: number, slope: number): number => lackOf(ssim) * (10 ** (slope / 10) - 1)

/** SSIM that so many steps of the setting bring where the SSIM is this. */
const ssimGained = (ssim: number, slope: number, steps: number): number => lackOf(ssim) * (1 - 10 ** ((-steps * slope) / 10))

/** Steps of the setting that bring so much SSIM where the SSIM is this. */
const stepsFor = (ssim: number, slope: number, gain: number): number =>
  gain < lackOf(ssim) ? (-10 / slope) * Math.log10(1 - gain / lackOf(ssim)) : Number.POSITIVE_INFINITY

/** How much worse the parts are than their H.264, as SSIM times frames; below 0 where they are better. */
const deficitOf = (parts: readonly FinishedPart[]): number =>
  parts.reduce((sum, { frames, ssim, ssimBefore }) => sum + frames * (ssimBefore - ssim), 0)

/**
 * The setting of the next part: what the finished ones needed on average, and what makes up for how much they are worse or better together than their H.264.
 * The first seconds of a video are unlike the rest, so they are not worse because the others are better than needed.
 */
export function nextCrf(
  chosen: ChosenCrf,
  parts: readonly FinishedPart[],
  { framesLeft, isFirst }: { framesLeft: number; isFirst: boolean },
): number {
  const usual = parts.filter(({ isEarly }) => !isEarly)
  if (usual.length === 0) return chosen.crf
  const { slope } = chosen
  const frames = framesOf(usual)
  const ideal = usual.reduce((sum, part) => sum + part.frames * idealCrf(part, slope), 0) / frames
  const { ssimBefore } = meanQuality(usual)
  const stepsOwed = deficitOf(parts) / (Math.max(1, framesLeft) * ssimPerStep(ssimBefore, slope))
  const crf = settingBelow(ideal - Math.max(isFirst ? 0 : -maxLeftOver, stepsOwed))
  return clampCrf(Math.min(chosen.crf + maxCorrection, Math.max(chosen.crf - maxCorrection, crf)))
}

/** The SSIM of both versions over all frames of the parts. Without any part nothing is as good. */
export function meanQuality(parts: readonly FinishedPart[]): { ssim: number; ssimBefore: number } {
  const frames = framesOf(parts)
  const mean = (key: 'ssim' | 'ssimBefore'): number => parts.reduce((sum, part) => sum + part.frames * part[key], 0) / frames
  return frames > 0 ? { ssim: mean('ssim'), ssimBefore: mean('ssimBefore') } : { ssim: 0, ssimBefore: 1 }
}

/** After this many parts, what is no smaller than its H.264 is given up. */
const enoughParts = 3

/** Whether the finished parts already show that the whole will not be small enough. Sound is the same in both versions. */
export const isHopeless = (parts: readonly FinishedPart[]): boolean =>
  parts.length >= enoughParts && sumOf(parts, 'bytes') > sumOf(parts, 'bytesBefore')

const sumOf = (parts: readonly FinishedPart[], key: 'bytes' | 'bytesBefore'): number => parts.reduce((sum, part) => sum + part[key], 0)

/**
 * Which parts are made again, and at which setting, so that the whole is as good as its H.264: those that were worst, until that is enough, and no better
 * than that. Undefined when it would become too large.
 */
export function planRetry(
  parts: readonly FinishedPart[],
  slope: number,
  { bytes, bytesBefore }: { bytes: number; bytesBefore: number },
): { number: number; crf: number }[] | undefined {
  let missing = deficitOf(parts)
  let size = bytes
  const again: { number: number; crf: number }[] = []
  const worst = [...parts].sort((a, b) => deficitOf([b]) - deficitOf([a]))
  for (const part of worst) {
    if (missing < 0 || deficitOf([part]) <= 0) break
    const enough = settingBelow(part.crf - stepsFor(part.ssim, slope, missing / part.frames))
    const crf = clampCrf(Math.min(part.crf - 1, Math.max(enough, settingBelow(idealCrf(part, slope)))))
    const steps = part.crf - crf
    if (steps <= 0) continue
    missing -= part.frames * ssimGained(part.ssim, slope, steps)
    size += part.bytes * (bytesPerStep ** steps - 1)
    again.push({ number: part.number, crf })
  }
  return again.length === 0 || isTooLarge({ bytes: size, bytesBefore }) ? undefined : again
}

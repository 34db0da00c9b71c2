/** The quality settings that are tried and used: above, the picture falls apart; below, nothing is saved. */
export const crfRange = { min: 20, max: 63 } as const

/** Where the search starts: in the middle of what natural clips needed. */
export const firstCrf = 36
/** How far the second try is from the first. */
const probeStep = 8
/** A straight line through two tries says little about settings farther away than this. */
const maxBeyondTries = 6

export interface Tried {
  crf: number
  /** Mean luma SSIM of the new version. */
  ssim: number
  bytes: number
}

export const clampCrf = (crf: number): number => Math.min(crfRange.max, Math.max(crfRange.min, crf))

/** SSIM in decibels. A step of the setting costs about as many of them at a high quality as at a low one. */
export const decibels = (ssim: number): number => -10 * Math.log10(Math.max(1e-6, 1 - ssim))

/** The second setting to try: on the other side of the target, or away from the end of the range where there is none. */
export function secondCrf({ crf, ssim }: Pick<Tried, 'crf' | 'ssim'>, target: number): number {
  const step = ssim >= target ? probeStep : -probeStep
  const second = clampCrf(crf + step)
  return second === crf ? clampCrf(crf - step) : second
}

export interface ChosenCrf {
  crf: number
  /** Decibels that one step of the setting costs, over 0. */
  slope: number
}

export interface ChosenSettings extends ChosenCrf {
  /** Whether the encoder looks for what only screens have. */
  isScreen: boolean
}

export interface ChosenQuality extends ChosenCrf {
  /** Expected of the tried pictures. */
  bytes: number
}

/** Fewer bytes are not worth the CPU. */
const minScreenSaving = 0.1

/** Whether a try that looked for what only screens have needs so much less than one that did not. */
export const paysAsScreen = (bytes: number, usualBytes: number): boolean => bytes < usualBytes * (1 - minScreenSaving)

/** The smallest slope that is believed. On a still picture two settings give the same SSIM. */
const minSlope = 0.005

/**
 * Settings are whole numbers, and what is known of some seconds stands for others. Half a step costs 3 % of the bytes, and a part that has to be made again
 * costs all of its time.
 */
const marginSteps = 0.5

/** The highest setting that is expected to be as good as a setting at which the two versions would be equal. */
export const settingBelow = (ideal: number): number => Math.floor(ideal - marginSteps)

/** Bytes that a step of the setting costs: 6 % of natural clips. */
export const bytesPerStep = 1.06

/** Steps by which a setting may differ from a single try. */
const maxFromOneTry = 4

/** The same by one try, where a taller version of the same video says what a step costs. Undefined where the try is too far from the target. */
export function chooseFromOneTry({ crf: tried, ssim, bytes }: Tried, slope: number, target: number): ChosenQuality | undefined {
  const steps = (decibels(ssim) - decibels(target)) / slope
  if (Math.abs(steps) > maxFromOneTry) return undefined
  const crf = clampCrf(settingBelow(tried + steps))
  return { crf, slope, bytes: bytes * bytesPerStep ** (tried - crf) }
}

/** A try beside the rendition. */
export interface Compared extends Tried {
  /** The SSIM of the rendition. */
  target: number
  frames: number
}

/** Tries at one setting in several places, as one over all their pictures. */
export const joinTries = (tries: readonly [Compared, ...Compared[]]): Compared =>
  tries.reduce((all, { crf, ssim, bytes, target, frames }) => {
    const sum = all.frames + frames
    const mean = (a: number, b: number) => (a * all.frames + b * frames) / sum
    return { crf, ssim: mean(all.ssim, ssim), bytes: all.bytes + bytes, target: mean(all.target, target), frames: sum }
  })

/**
 * The highest setting whose SSIM is expected to be at least the target, with its bytes, by a straight line through a try. Its slope is that of two tries over
 * the same pictures, which may be only some of those of the first.
 */
export function chooseCrf(tried: Tried, [one, other]: readonly [Tried, Tried], target: number): ChosenQuality {
  const [low, high] = one.crf <= other.crf ? [one, other] : [other, one]
  const steps = Math.max(1, high.crf - low.crf)
  const slope = Math.max(minSlope, (decibels(low.ssim) - decibels(high.ssim)) / steps)
  const ideal = tried.crf + (decibels(tried.ssim) - decibels(target)) / slope
  const crf = clampCrf(settingBelow(Math.min(high.crf + maxBeyondTries, Math.max(low.crf - maxBeyondTries, ideal))))
  return { crf, slope, bytes: tried.bytes * (high.bytes / low.bytes) ** ((crf - tried.crf) / steps) }
}

/** The new version must be this much smaller, or nobody needs it. */
const minSaving = 0.15

export type Verdict = 'publish' | 'too-large' | 'worse'

export interface Outcome {
  ssim: number
  ssimBefore: number
  bytes: number
  bytesBefore: number
}

export const isTooLarge = ({ bytes, bytesBefore }: Pick<Outcome, 'bytes' | 'bytesBefore'>): boolean => bytes > bytesBefore * (1 - minSaving)

/** Whether the new version is worth publishing. */
export function judge(outcome: Outcome): Verdict {
  if (isTooLarge(outcome)) return 'too-large'
  return outcome.ssim >= outcome.ssimBefore ? 'publish' : 'worse'
}

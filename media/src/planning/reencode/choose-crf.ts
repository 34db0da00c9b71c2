/** The quality settings that are tried and used: above, the picture falls apart; below, nothing is saved. */
export const crfRange = { min: 20, max: 63 } as const

/** Where the search starts: in the middle of what natural clips needed. */
export const firstCrf = 36
/** How far the second try is from the first. */
const probeStep = 8

export interface Tried {
  crf: number
  /** Mean luma SSIM of the new version. */
  ssim: number
}

const clamp = (crf: number): number => Math.min(crfRange.max, Math.max(crfRange.min, crf))

/** The second setting to try: on the other side of the target. */
export const secondCrf = ({ crf, ssim }: Tried, target: number): number => clamp(ssim >= target ? crf + probeStep : crf - probeStep)

export interface ChosenCrf {
  crf: number
  /** SSIM that one step of the setting costs, over 0. */
  slope: number
}

/** The smallest slope that is believed. On a still picture two settings give the same SSIM. */
const minSlope = 0.00002

/** The highest setting whose SSIM is expected to be at least the target, by a straight line through two tries. */
export function chooseCrf(first: Tried, second: Tried, target: number): ChosenCrf {
  const [low, high] = first.crf <= second.crf ? [first, second] : [second, first]
  const slope = Math.max(minSlope, (low.ssim - high.ssim) / Math.max(1, high.crf - low.crf))
  return { crf: clamp(Math.floor(low.crf + (low.ssim - target) / slope)), slope }
}

/** How far the setting of a part may be from the chosen one. */
const maxCorrection = 6

/** The setting of the next part: corrected by how much the finished parts were better or worse than their H.264 on average. */
export function correctCrf({ crf, slope }: ChosenCrf, meanSurplus: number | undefined): number {
  if (meanSurplus === undefined) return crf
  const steps = Math.floor(meanSurplus / slope)
  return clamp(crf + Math.min(maxCorrection, Math.max(-maxCorrection, steps)))
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

/** Whether the new version is worth publishing. */
export function judge({ ssim, ssimBefore, bytes, bytesBefore }: Outcome): Verdict {
  if (bytes > bytesBefore * (1 - minSaving)) return 'too-large'
  return ssim >= ssimBefore ? 'publish' : 'worse'
}

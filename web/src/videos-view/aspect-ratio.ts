/** Shown until the size of a video is known. */
const usual = 16 / 9

/** Very long or high pictures get bars, so that there is space for controls. */
const limits = { min: 0.5, max: 2.4 }

/** Width by height of a resolution like `1280x720`. */
export function aspectRatioOf(resolution: string | null | undefined): number {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(limits.max, Math.max(limits.min, ratio)) : usual
}

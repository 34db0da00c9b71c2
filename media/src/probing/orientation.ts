import { type Ratio, toNumber } from './ratio.ts'
import type { Size } from './source-facts.ts'

export interface Orientation {
  /** Degrees clockwise, 0 to 359; phones write 0, 90, 180 or 270. */
  rotation: number
  mirrored: boolean
}

/**
 * The rotation and mirroring of a display matrix (16.16 fixed point, row by row: a b u, c d v, x y w). ffmpeg rotates frames itself while
 * decoding; this is for sizes, the copy decision and checks.
 */
export function orientationOf(matrix: readonly number[] | undefined): Orientation {
  const [a = 1, b = 0, , c = 0, d = 1] = matrix ?? []
  if (a * d - b * c === 0) return { rotation: 0, mirrored: false }
  const mirrored = a * d - b * c < 0
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  return { rotation: ((Math.round(degrees) % 360) + 360) % 360, mirrored }
}

const isQuarterTurned = (rotation: number): boolean => rotation === 90 || rotation === 270

/** The size as displayed: the width scaled to square pixels (the height names the format, so it stays), then rotated. */
export function shownSize(stored: Size, sampleAspect: Ratio, rotation: number): Size {
  const width = Math.max(1, Math.round(stored.width * toNumber(sampleAspect)))
  return isQuarterTurned(rotation) ? { width: stored.height, height: width } : { width, height: stored.height }
}

/** A larger sample aspect ratio is an error in the file. */
const maxAspect = 10

export function plausibleAspect(aspect: Ratio | undefined): Ratio {
  const square = { num: 1, den: 1 }
  if (!aspect) return square
  const value = toNumber(aspect)
  return value > maxAspect || value < 1 / maxAspect ? square : aspect
}

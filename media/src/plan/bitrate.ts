import { type Ratio, toNumber } from './ratio.ts'
import type { Size } from './source-facts.ts'

/**
 * Constant quality of every rung; the cap below only cuts what a screen full of noise would cost. With adaptive quantisation 2 and a
 * look-ahead of 20 it lies near x264's own veryfast at 23: better on some clips, worse on others (see the decision on encoding).
 */
export const quality = 23.4

/** At 1080 lines; smaller pictures need more bits for each pixel, larger ones fewer. */
const bitsPerPixel = 0.1
const reference = 1080

/** Bits a second at most. Frames above 30 a second differ less from each other and count half. */
export function maxBitrate(size: Size, rate: Ratio): number {
  const frames = toNumber(rate)
  const counted = Math.min(frames, 30) + Math.max(0, frames - 30) / 2
  const short = Math.min(size.width, size.height)
  const perPixel = bitsPerPixel * (reference / Math.max(short, 240)) ** 0.35
  return Math.max(64_000, Math.round(size.width * size.height * counted * perPixel))
}

/** What a natural video takes of the cap at our quality, for the forecast only. */
export const usualShareOfCap = 0.45

import { type Ratio, toNumber } from '../probing/ratio.ts'
import type { Size } from '../probing/source-facts.ts'

/** Constant quality of every rung, x264's own default; the cap below only cuts what a screen full of noise would cost. */
export const quality = 23

/** Bits for each pixel at most, by the short side: small pictures need more than large ones. The numbers are PeerTube's. */
const bitsPerPixel: readonly (readonly [short: number, bits: number])[] = [
  [2160, 0.08],
  [1440, 0.09],
  [1080, 0.1],
  [720, 0.11],
  [480, 0.12],
  [360, 0.15],
  [240, 0.17],
]
const tinyBitsPerPixel = 0.19

/** Bits a second at most. */
export function maxBitrate(size: Size, rate: Ratio): number {
  const short = Math.min(size.width, size.height)
  const bits = bitsPerPixel.find(([from]) => short >= from)?.[1] ?? tinyBitsPerPixel
  return Math.max(64_000, Math.round(size.width * size.height * toNumber(rate) * bits))
}

/** What a natural video takes of the cap at our quality, for the forecast only. */
export const usualShareOfCap = 0.45

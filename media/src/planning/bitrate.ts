import { type Ratio, toNumber } from '../probing/ratio.ts'
import type { Size } from '../probing/source-facts.ts'

/** Constant quality (CRF) of every rung, x264's default. The cap below only limits very noisy video. */
export const quality = 23

/** Max bits per pixel by the short side: small frames need more than large ones. The numbers are PeerTube's. */
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

/** Bits per second. */
export function maxBitrate(size: Size, rate: Ratio): number {
  const short = Math.min(size.width, size.height)
  const bits = bitsPerPixel.find(([from]) => short >= from)?.[1] ?? tinyBitsPerPixel
  return Math.max(64_000, Math.round(size.width * size.height * toNumber(rate) * bits))
}

/** The share of the cap that a typical video uses, for forecasts only. */
export const usualShareOfCap = 0.45

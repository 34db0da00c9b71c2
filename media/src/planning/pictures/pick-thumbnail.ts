import type { Size } from '../../probing/source-facts.ts'

/**
 * Picks the most representative of the tiny grey frames: neither dark nor overexposed, with many grey levels and edges. Titles and fades
 * have few. The opening scores a little lower, because it is often a logo.
 */
export function pickThumbnail(grey: Uint8Array, size: Size): number {
  const pixels = size.width * size.height
  const count = Math.floor(grey.length / pixels)
  let best = 0
  let bestScore = Number.NEGATIVE_INFINITY
  for (let at = 0; at < count; at += 1) {
    const opening = count > 4 && at < count * 0.05 ? 0.8 : 1
    const score = scoreOf(grey.subarray(at * pixels, (at + 1) * pixels), size.width) * opening
    if (score > bestScore) {
      best = at
      bestScore = score
    }
  }
  return best
}

function scoreOf(picture: Uint8Array, width: number): number {
  const histogram = new Array<number>(32).fill(0)
  let sum = 0
  let edges = 0
  picture.forEach((value, at) => {
    histogram[value >> 3] = (histogram[value >> 3] ?? 0) + 1
    sum += value
    if (at % width > 0) edges += Math.abs(value - (picture[at - 1] ?? value))
    if (at >= width) edges += Math.abs(value - (picture[at - width] ?? value))
  })
  const mean = sum / picture.length
  const entropy = histogram.reduce((total, bin) => (bin > 0 ? total - (bin / picture.length) * Math.log2(bin / picture.length) : total), 0)
  // 1 in the middle greys, 0 at black and at white.
  const exposure = Math.min(1, Math.max(0, Math.min(mean - 20, 235 - mean) / 60))
  return exposure * (entropy + Math.min(3, edges / picture.length / 6)) + entropy * 0.05
}

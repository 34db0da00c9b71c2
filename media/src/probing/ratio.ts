/** Exact fractions, because 30000/1001 frames per second as a float would drift out of sync with the audio. */
export interface Ratio {
  num: number
  den: number
}

/** Reads ffprobe's `30000/1001` or `4:3`; undefined for `0/0`, `N/A` and nonsense. */
export function parseRatio(text: string | undefined): Ratio | undefined {
  const match = /^(\d+)[/:](\d+)$/.exec(text ?? '')
  if (!match) return undefined
  const num = Number(match[1])
  const den = Number(match[2])
  return num > 0 && den > 0 ? reduce({ num, den }) : undefined
}

export const toNumber = (ratio: Ratio): number => ratio.num / ratio.den

export const ratioText = (ratio: Ratio, between = '/'): string => `${ratio.num}${between}${ratio.den}`

function reduce({ num, den }: Ratio): Ratio {
  let [a, b] = [num, den]
  while (b > 0) [a, b] = [b, a % b]
  return a > 0 ? { num: num / a, den: den / a } : { num, den }
}

/** A fraction near the value whose denominator stays small enough for ffmpeg's 32 bit time bases. */
export const ratioNear = (value: number): Ratio => reduce({ num: Math.max(1, Math.round(value * 1000)), den: 1000 })

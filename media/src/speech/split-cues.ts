import { breaksOf, widthOf, wrapLines } from './wrap-lines.ts'

/** Times in seconds. */
export interface Cue {
  start: number
  end: number
  text: string
}

export const minCueSeconds = 1
export const maxCueSeconds = 7

/** The quietest moment between two times. */
type FindQuiet = (from: number, to: number) => number

/** How far from its expected time a split is placed. */
const quietReach = 0.4

/** How good a place for a split is; the first that fits gives the bonus, as a part of the text by which it may be off the middle. */
const bonuses: readonly [RegExp, number][] = [
  [/[.?!。？！…]["'”’)]?$/u, 0.3],
  [/[,;:、，；：–—]$/u, 0.15],
]

/**
 * Divides what was said at once into cues that can be read: at most two lines and seven seconds, split after punctuation where there is some
 * near the middle. The time of a split is estimated from the letters before it and moved to the quietest moment near it.
 */
export function splitCues(spoken: Cue, findQuiet: FindQuiet): Cue[] {
  const { start, end, text } = spoken
  const breaks = breaksOf(text)
  const isReadable = end - start <= maxCueSeconds && wrapLines(text) !== undefined
  if (isReadable || breaks.length === 0) return [spoken]
  const total = widthOf(text)
  const seconds = end - start
  const choices = breaks.map((at) => {
    const before = text.slice(0, at).trimEnd()
    const share = widthOf(before) / total
    const bonus = bonuses.find(([punctuation]) => punctuation.test(before))?.[1] ?? 0
    // A cue that can hardly be shown long enough is no choice as long as there are others.
    const isTooShort = Math.min(share, 1 - share) * seconds < minCueSeconds
    return { at, share, cost: Math.abs(share - 0.5) - bonus + (isTooShort ? 1 : 0) }
  })
  const best = choices.reduce((least, choice) => (choice.cost < least.cost ? choice : least))
  const expected = start + best.share * seconds
  const reach = Math.min(quietReach, (expected - start) / 2, (end - expected) / 2)
  const moment = reach > 0.05 ? findQuiet(expected - reach, expected + reach) : expected
  return [
    ...splitCues({ start, end: moment, text: text.slice(0, best.at).trimEnd() }, findQuiet),
    ...splitCues({ start: moment, end, text: text.slice(best.at).trimStart() }, findQuiet),
  ]
}

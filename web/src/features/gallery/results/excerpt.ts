import type { SearchMatch } from '@video-forge/contract/search'

type Marked = Pick<SearchMatch, 'text' | 'marks'>

/** About the first of two lines. */
const maxBefore = 50

/** The text from a little before its first mark, so that two lines of it show the mark. */
export function excerptOf(text: string, marks: Marked['marks']): Marked {
  const first = marks[0]?.[0] ?? 0
  if (first <= maxBefore) return { text, marks }
  // From the beginning of a word.
  const space = text.indexOf(' ', first - maxBefore)
  const from = space >= 0 && space < first ? space + 1 : first
  const shift = (at: number) => at - from + 1
  return { text: `…${text.slice(from)}`, marks: marks.map(([start, end]) => [shift(start), shift(end)]) }
}

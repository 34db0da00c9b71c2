/** A word of a query as the index has it. */
export interface SearchTerm {
  text: string
  /** Matches only this word, not those that begin with it. */
  isWhole: boolean
}

/**
 * Letters of scripts without spaces between words, and Hangul. Migration 0022 indexes runs of these by their overlapping pairs; both must
 * have the same ranges.
 */
const spaceless =
  '\\u0E01-\\u0E7F\\u0E80-\\u0FFF\\u1000-\\u11FF\\u1780-\\u17D3\\u3005-\\u3007\\u3041-\\u3096\\u3099-\\u30FA\\u30FC-\\u318F' +
  '\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\u{20000}-\\u{3FFFF}'
const runs = new RegExp(`[${spaceless}]+|[^${spaceless}]+`, 'gu')
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u')

/** The words of a query, at most ten. A change between a script with and one without spaces also separates words. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) => word.match(runs) ?? []).slice(0, 10)

/** A run without spaces is found by its pairs of letters; a single letter, and every other word, by what begins with it. */
export function termsOf(word: string): SearchTerm[] {
  const letters = Array.from(word)
  if (letters.length < 2 || !isSpaceless.test(word)) return [{ text: word, isWhole: false }]
  return letters.slice(1).map((letter, index) => ({ text: `${letters[index]}${letter}`, isWhole: true }))
}

/** The query in the language of the text index. Pairs must follow each other. */
export const tsquery = (words: readonly string[]): string =>
  words
    .map(
      (word) =>
        `(${termsOf(word)
          .map(({ text, isWhole }) => (isWhole ? text : `${text}:*`))
          .join(' <-> ')})`,
    )
    .join(' & ')

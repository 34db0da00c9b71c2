/** How often the same words may come in a row; a single word is repeated by people too. */
const maxRepeats = 3
const maxSingleRepeats = 5
const maxLoopWords = 12

/** Whether a recogniser was caught in a loop: it repeats the same words, or gives more tokens than anybody says in the time. */
export function isDecodingLoop(text: string, tokenCount: number, seconds: number, maxTokensPerSecond: number): boolean {
  // A few tokens are normal in a very short utterance.
  if (tokenCount > maxTokensPerSecond * Math.max(1, seconds)) return true
  const words = wordsOf(text)
  for (let size = 1; size <= Math.min(maxLoopWords, words.length / 2); size += 1) {
    if (longestRun(words, size) > (size === 1 ? maxSingleRepeats : maxRepeats)) return true
  }
  return false
}

/** The most times that the same `size` words stand in a row. */
function longestRun(words: readonly string[], size: number): number {
  let longest = 0
  let equal = 0
  for (let at = size; at < words.length; at += 1) {
    equal = words[at] === words[at - size] ? equal + 1 : 0
    longest = Math.max(longest, Math.floor(equal / size) + 1)
  }
  return longest
}

const writtenWithoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/gu

/** Lower-case words without punctuation. Where words are not separated, each character counts as one. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(writtenWithoutSpaces, ' $& ')
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .filter((word) => word !== '')

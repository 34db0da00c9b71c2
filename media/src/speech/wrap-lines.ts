const maxLineWidth = 42

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu

/** Columns that a text takes: characters of Chinese, Japanese and Korean are twice as wide as others. */
export const widthOf = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0)

/** The text of a cue in at most two lines of 42 columns; undefined when it needs more. */
export function wrapLines(text: string): string | undefined {
  if (widthOf(text) <= maxLineWidth) return text
  const choices = breaksOf(text)
    .map((at) => [text.slice(0, at).trimEnd(), text.slice(at).trimStart()] as const)
    .filter(([first, second]) => widthOf(first) <= maxLineWidth && widthOf(second) <= maxLineWidth)
  const uneven = ([first, second]: readonly [string, string]): number =>
    Math.abs(widthOf(first) - widthOf(second)) - (/[.?!,;:。？！、，]$/u.test(first) ? 10 : 0)
  const best = choices.sort((a, b) => uneven(a) - uneven(b))[0]
  return best?.join('\n')
}

/** Chinese, Japanese and Thai are written without spaces; a vowel sign or a closing mark stays with the character before it. */
const spaceless = '\\u2e80-\\ua4cf\\uf900-\\ufaff\\uff00-\\uffef\\u0e00-\\u0e7f'
const opening = '\\u2e80-\\u2fff\\u3040-\\ua4cf\\uf900-\\ufaff\\u0e01-\\u0e2e\\u0e40-\\u0e44'
const breakPattern = new RegExp(`\\s+|(?<=[${spaceless}])(?=[${opening}])`, 'gu')

export const hasNoSpaces = (text: string): boolean => new RegExp(`[${spaceless}]$`, 'u').test(text)

/** Where a text may be divided: at blanks, and between characters of a script that has none. */
export const breaksOf = (text: string): number[] =>
  [...text.matchAll(breakPattern)].map(({ index }) => index).filter((at) => at > 0 && at < text.length)

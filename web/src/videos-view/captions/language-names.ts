import { languageName } from '@video-forge/contract/captions/languages'

const maxNamed = 4

/** For a sentence: 'English and German', or 'English, Chinese and 97 other languages'. */
export function languageNames(codes: readonly string[]): string {
  const names = codes.map((code) => languageName(code))
  const shown = names.length > maxNamed ? [...names.slice(0, 2), `${names.length - 2} other languages`] : names
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(shown)
}

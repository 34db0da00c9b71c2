import { commonLanguages, languageName, normalizeLanguage, unknownLanguage } from './languages.ts'

const isKnown = (code: string): boolean => code !== unknownLanguage && languageName(code) !== code

/** Marks of a kind of captions that are codes of languages as well: 'sdh' is never Southern Kurdish, and 'hi' is Hindi only where it stands alone. */
const neverLanguages = new Set(['sdh'])
const rarelyLanguages = new Set(['hi'])

/**
 * The language in a file name like 'talk.de.srt', 'talk_pt-BR.vtt' or 'talk.English.srt'. With the name of its video, without the ending, only
 * what follows it is read: the words of a title are no languages.
 */
export function languageInFileName(name: string, video?: string): string | undefined {
  const plain = name.normalize().replace(/\.[^.]*$/, '')
  const base = video?.normalize() ?? ''
  const isBeside = base !== '' && plain.toLowerCase().startsWith(base.toLowerCase())
  const parts = (isBeside ? plain.slice(base.length) : plain).split(/[.()[\]]+|(?<=[a-z0-9])_(?=[a-zA-Z-]+$)/)
  const found = parts
    .slice(1)
    .reverse()
    .flatMap((part) => languageIn(part.trim(), isBeside) ?? [])
  return found.find((code) => !rarelyLanguages.has(code)) ?? found[0]
}

/** A short code between spaces is a word of the title, such as 'Let it be', unless only the language is there. */
function languageIn(part: string, hasCodes: boolean): string | undefined {
  const words = part.split(/\s+/)
  const ofAll = languageOfWord(part) ?? namedLanguages().get(part.toLowerCase())
  if (ofAll !== undefined || words.length === 1) return ofAll
  for (const word of words.reverse()) {
    const code = namedLanguages().get(word.toLowerCase()) ?? (hasCodes ? languageOfWord(word) : undefined)
    if (code) return code
  }
  return undefined
}

const isNamed = (code: string, type: 'script' | 'region'): boolean =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined

/** Of 'de', 'zh-Hant-TW' or 'en-orig': what follows the language and is neither a script nor a country is a mark of the program that wrote it. */
function languageOfWord(word: string): string | undefined {
  const [, language, script, region] = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_].*)?$/i.exec(word) ?? []
  if (!language || neverLanguages.has(language.toLowerCase())) return undefined
  const known = [
    language,
    ...(script && isNamed(script, 'script') ? [script] : []),
    ...(region && isNamed(region.toUpperCase(), 'region') ? [region] : []),
  ]
  const code = normalizeLanguage(known.join('-'))
  return code && isKnown(code) ? code : undefined
}

let byName: Map<string, string> | undefined

/** Made at the first use: the browser takes 30 ms to name them all. */
const namedLanguages = (): Map<string, string> => {
  byName ??= new Map(
    commonLanguages.flatMap((code) => [
      [languageName(code).toLowerCase(), code],
      [languageName(code, code).toLowerCase(), code],
    ]),
  )
  return byName
}

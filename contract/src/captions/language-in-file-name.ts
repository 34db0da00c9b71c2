import { commonLanguages, languageName, normalizeLanguage, unknownLanguage } from './languages.ts'

const isKnown = (code: string): boolean => code !== unknownLanguage && languageName(code) !== code

/** The language in a file name like 'talk.de.srt', 'talk_pt-BR.vtt' or 'talk.English.srt'. */
export function languageInFileName(name: string): string | undefined {
  const words = name.replace(/\.[^.]*$/, '').split(/[.\s()[\]]+|(?<=[a-z0-9])_(?=[a-zA-Z-]+$)/)
  for (const word of words.slice(1).reverse()) {
    const code = normalizeLanguage(word)
    if (code && isKnown(code)) return code
    const named = namedLanguages().get(word.toLowerCase())
    if (named) return named
  }
  return undefined
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

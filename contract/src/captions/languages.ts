import { baseLanguage } from './base-language.ts'

/** Codes of ISO 639-2 that containers use, with the shorter ones of BCP 47. Codes of three letters without a shorter one stay. */
const shorterCodes: Record<string, string> = Object.fromEntries(
  `aar aa|abk ab|afr af|aka ak|alb sq|amh am|ara ar|arg an|arm hy|asm as|ava av|ave ae|aym ay|aze az|bak ba|bam bm|baq eu|bel be|ben bn|bis bi|bod bo|bos bs|bre br|bul bg|bur my|cat ca|ces cs|cha ch|che ce|chi zh|chu cu|chv cv|cor kw|cos co|cre cr|cym cy|cze cs|dan da|deu de|div dv|dut nl|dzo dz|ell el|eng en|epo eo|est et|eus eu|ewe ee|fao fo|fas fa|fij fj|fin fi|fra fr|fre fr|fry fy|ful ff|geo ka|ger de|gla gd|gle ga|glg gl|glv gv|gre el|grn gn|guj gu|hat ht|hau ha|heb he|her hz|hin hi|hmo ho|hrv hr|hun hu|hye hy|ibo ig|ice is|ido io|iii ii|iku iu|ile ie|ina ia|ind id|ipk ik|isl is|ita it|jav jv|jpn ja|kal kl|kan kn|kas ks|kat ka|kau kr|kaz kk|khm km|kik ki|kin rw|kir ky|kom kv|kon kg|kor ko|kua kj|kur ku|lao lo|lat la|lav lv|lim li|lin ln|lit lt|ltz lb|lub lu|lug lg|mac mk|mah mh|mal ml|mao mi|mar mr|may ms|mkd mk|mlg mg|mlt mt|mon mn|mri mi|msa ms|mya my|nau na|nav nv|nbl nr|nde nd|ndo ng|nep ne|nld nl|nno nn|nob nb|nor no|nya ny|oci oc|oji oj|ori or|orm om|oss os|pan pa|per fa|pli pi|pol pl|por pt|pus ps|que qu|roh rm|ron ro|rum ro|run rn|rus ru|sag sg|san sa|sin si|slk sk|slo sk|slv sl|sme se|smo sm|sna sn|snd sd|som so|sot st|spa es|sqi sq|srd sc|srp sr|ssw ss|sun su|swa sw|swe sv|tah ty|tam ta|tat tt|tel te|tgk tg|tgl tl|tha th|tib bo|tir ti|ton to|tsn tn|tso ts|tuk tk|tur tr|twi tw|uig ug|ukr uk|urd ur|uzb uz|ven ve|vie vi|vol vo|wel cy|wln wa|wol wo|xho xh|yid yi|yor yo|zha za|zho zh|zul zu`
    .split('|')
    .map((pair) => pair.split(' ')),
)

/** The code for a language that nobody knows. */
export const unknownLanguage = 'und'

const maxLength = 35

/** A language of BCP 47 in its usual form, like 'pt-BR'; undefined if it is none. Codes of ISO 639-2 become shorter ones. */
export function normalizeLanguage(code: string): string | undefined {
  const parts = code.trim().replaceAll('_', '-').split('-')
  const first = parts[0]?.toLowerCase() ?? ''
  // Longer first parts are reserved, and nobody's language.
  if (!/^[a-z]{2,3}$/.test(first) || code.length > maxLength) return undefined
  try {
    return Intl.getCanonicalLocales([shorterCodes[first] ?? first, ...parts.slice(1)].join('-'))[0]
  } catch {
    return undefined
  }
}

/** The name of a language in another one, by default in English. */
export function languageName(code: string, shownIn = 'en'): string {
  if (code === unknownLanguage) return 'Unknown language'
  try {
    return new Intl.DisplayNames([shownIn], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Codes for what is no language of its own: unknown, several, not listed, and nobody speaks. */
const noLanguages = new Set([unknownLanguage, 'mul', 'mis', 'zxx'])

/** The language that a file names; undefined if it names none. */
export function taggedLanguage(tag: string | undefined): string | undefined {
  const code = tag === undefined ? undefined : normalizeLanguage(tag)
  return code !== undefined && !noLanguages.has(baseLanguage(code)) ? code : undefined
}

/** Those offered first where people choose a language: the most used on the web. */
export const commonLanguages =
  'en es de fr ja pt pt-BR it ru nl pl zh zh-Hans zh-Hant tr fa ar ko id vi cs uk el hu sv ro fi da sk he nb bg hr th lt sl sr et lv ca hi bn ta te ur ms fil sw af is ga cy eu gl'.split(
    ' ',
  )

/** All that have a code of two letters. */
export const allLanguages = [...new Set([...commonLanguages, ...Object.values(shorterCodes)])]

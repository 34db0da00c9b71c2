import { cleanCueText } from '@video-forge/contract/captions/cue-text'
import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import { toWebVtt } from '@video-forge/contract/captions/write-captions'

/** A caption as it is edited. */
export interface EditCue {
  /** Stays the same whatever is changed. */
  key: number
  /** Seconds, in whole milliseconds. */
  start: number
  end: number
  /** As people write it: markup as tags, nothing else escaped. */
  text: string
  settings: string
}

interface StoredCue {
  start: number
  end: number
  /** Cue text of WebVTT. */
  markup: string
  settings: string
}

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Cue text as people write it. It stays escaped where its words would be read as a tag. */
export function editableText(markup: string): string {
  const text = unescaped(markup)
  return cleanCueText(text) === markup ? text : markup
}

export const toEditCues = (cues: readonly StoredCue[]): EditCue[] =>
  cues.map(({ start, end, markup, settings }, index) => ({ key: index + 1, start, end, text: editableText(markup), settings }))

/** The cues of a WebVTT text that was written here; none if it is damaged. */
export function cuesInContent(content: string): EditCue[] {
  const parsed = parseCaptions(content)
  return 'cues' in parsed ? toEditCues(parsed.cues.map(({ text, ...cue }) => ({ ...cue, markup: text }))) : []
}

/** Cues are replaced when they change, so each is cleaned once. */
const cleaned = new WeakMap<EditCue, string>()

function cleanText(cue: EditCue): string {
  const known = cleaned.get(cue)
  if (known !== undefined) return known
  const text = cleanCueText(cue.text)
  cleaned.set(cue, text)
  return text
}

/** The WebVTT text; undefined when no caption has any words. Those without are left out. */
export function toContent(cues: readonly EditCue[]): string | undefined {
  const written = cues.flatMap((cue) => {
    const text = cleanText(cue)
    return text === '' ? [] : [{ start: cue.start, end: cue.end, text, settings: cue.settings }]
  })
  return written.length === 0 ? undefined : toWebVtt(written)
}

import type { Cue } from '@video-forge/contract/captions/cue'
import { joinCueTexts, plainCueText } from '@video-forge/contract/captions/cue-text'

interface Paragraph {
  /** Seconds. */
  start: number
  text: string
}

export interface Section {
  /** Undefined before the first chapter, and without chapters. */
  chapter: Chapter | undefined
  paragraphs: Paragraph[]
}

interface Chapter {
  start: number
  title: string
}

/** Silence of this length ends a paragraph. */
const pauseSeconds = 2
/** From this length on a paragraph ends with its sentence, and at the latest with the second one. */
const length = { usual: 300, max: 900 }
/** A cue that starts this little before a chapter belongs to it. */
const earlySeconds = 0.3

const sentenceEnd = /[.?!…。！？؟۔।]["'”’»)\]]*$/u
/** A dash or arrows before the words of another speaker. */
const otherSpeaker = /^(?:[-–—]\s?\S|>>)/u

/** What is said as paragraphs to read, under the chapters in which it is said. */
export function sectionsOf(cues: readonly Cue[], chapters: readonly Chapter[]): Section[] {
  const sections: Section[] = [{ chapter: undefined, paragraphs: [] }, ...chapters.map((chapter) => ({ chapter, paragraphs: [] }))]
  let last: { cue: Cue; text: string; section: Section } | undefined
  for (const cue of cues) {
    const text = plainCueText(cue.text).replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    // Captions that roll repeat a line.
    if (last && text === last.text) {
      last = { ...last, cue }
      continue
    }
    const section = sections.findLast(({ chapter }) => !chapter || chapter.start <= cue.start + earlySeconds)
    if (!section) continue
    const open = section === last?.section ? section.paragraphs.at(-1) : undefined
    if (open && last && !endsBefore(open.text, last.cue, cue, text)) open.text = joinCueTexts(open.text, text)
    else section.paragraphs.push({ start: cue.start, text })
    last = { cue, text, section }
  }
  return sections.filter(({ chapter, paragraphs }) => chapter || paragraphs.length > 0)
}

const endsBefore = (paragraph: string, before: Cue, cue: Cue, text: string): boolean =>
  cue.start - before.end >= pauseSeconds ||
  otherSpeaker.test(text) ||
  paragraph.length + text.length > length.max ||
  (paragraph.length >= length.usual && sentenceEnd.test(paragraph))

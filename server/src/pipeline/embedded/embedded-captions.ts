import { captionRules } from '@video-forge/contract/captions/caption-rules'
import type { Cue } from '@video-forge/contract/captions/cue'
import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import { languageName, normalizeLanguage, unknownLanguage } from '@video-forge/contract/captions/languages'
import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import { toWebVtt } from '@video-forge/contract/captions/write-captions'
import { limits } from '@video-forge/contract/rules/limits'
import { type Chapter, chaptersProblem } from '@video-forge/contract/text/chapters'
import { cutText } from '@video-forge/contract/text/cut-text'
import type { EmbeddedChapter, EmbeddedSubtitles } from '@video-forge/media/probing/embedded/embedded-texts'
import type { EmbeddedCaption } from '../ledger.ts'

/** Shapes that subtitles of ASS draw, which come out as text: 'm 0 0 l 100 0 100 50'. */
const drawing = /^m -?\d+(?:\.\d+)? -?\d[\d\s.mnlbspc-]*$/

/** The captions in a track of a source; undefined when it has none. `shift`: seconds to add to its times. */
export function embeddedCaption(track: EmbeddedSubtitles, text: Uint8Array, shift: number): EmbeddedCaption | undefined {
  const parsed = parseCaptions(decodeCaptions(text))
  if (!('cues' in parsed)) return undefined
  const cues = parsed.cues.flatMap((cue) => shifted(cue, shift) ?? []).filter(({ text: said }) => !drawing.test(said))
  const content = toWebVtt(cues)
  if (cues.length === 0 || Buffer.byteLength(content) > captionRules.maxBytes) return undefined
  const language = normalizeLanguage(track.language ?? '') ?? unknownLanguage
  return { language, label: labelOf(track, language), isDefault: track.isDefault, content }
}

function shifted(cue: Cue, seconds: number): Cue | undefined {
  const move = (time: number) => Math.max(0, Math.round((time + seconds) * 1000) / 1000)
  const end = move(cue.end)
  return end > 0 ? { ...cue, start: move(cue.start), end } : undefined
}

function labelOf({ title, isForced, isForHearingImpaired }: EmbeddedSubtitles, language: string): string {
  const plain =
    title
      ?.normalize()
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim() || languageName(language)
  const kind = isForced ? ' (forced)' : isForHearingImpaired ? ' (for the hard of hearing)' : ''
  return cutText(plain, captionRules.labelMaxLength - kind.length) + kind
}

/** The chapters of a source as those of its video; none if they are not useful. */
export function embeddedChapters(found: readonly EmbeddedChapter[], duration: number): Chapter[] {
  const chapters: Chapter[] = []
  for (const { start, title } of found) {
    const last = chapters.at(-1)
    if (start >= duration || chapters.length >= limits.maxChapters || (last && start <= last.start)) continue
    const named = title
      ?.normalize()
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
    chapters.push({
      start: Math.round(start * 1000) / 1000,
      title: cutText(named || `Chapter ${chapters.length + 1}`, limits.titleMaxLength),
    })
  }
  return chapters.length >= 2 && chaptersProblem(chapters, duration) === undefined ? chapters : []
}

import type { Cue } from './cue.ts'
import { plainCueText } from './cue-text.ts'
import { writeTime } from './cue-times.ts'

export const captionFormats = ['vtt', 'srt', 'txt'] as const
export type CaptionFormat = (typeof captionFormats)[number]

export function writeCaptions(cues: readonly Cue[], format: CaptionFormat): string {
  if (format === 'vtt') return toWebVtt(cues)
  return format === 'srt' ? toSubRip(cues) : toPlainText(cues)
}

export const toWebVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues
    .map(
      ({ start, end, settings, text }) => `\n${writeTime(start, '.')} --> ${writeTime(end, '.')}${settings && ` ${settings}`}\n${text}\n`,
    )
    .join('')}`

/** SubRip escapes nothing; tags are the same. It has no positions that all players know, so these are left out. */
const toSubRip = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${writeTime(start, ',')} --> ${writeTime(end, ',')}\n${text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')}\n`,
    )
    .join('\n')

/** One line for each cue, without times and without the repetitions of captions that roll. */
const toPlainText = (cues: readonly Cue[]): string =>
  `${cues
    .map(({ text }) => plainCueText(text).replaceAll('\n', ' '))
    .filter((line, index, lines) => line !== lines[index - 1])
    .join('\n')}\n`

import { byTime, type Cue } from './cue.ts'
import { cleanSettings, settingsOfPlace } from './cue-settings.ts'
import { cleanCueText } from './cue-text.ts'
import { type CueTimes, readCueTimes } from './cue-times.ts'

/** A sentence about one line of a file. */
export interface LineNote {
  /** Counted from 1. */
  line: number
  message: string
}

export type ParsedCaptions =
  /** `notes`: what was repaired or left out. */
  | { cues: Cue[]; notes: LineNote[] }
  /** The first line that cannot be read. */
  | { problem: LineNote }

const captionLimits = { maxCues: 20_000, maxCueLength: 4000, maxNotes: 20 } as const

/** A cue that ends before it starts is shown this long. */
const repairedMs = 2000

/** The text of a SubRip or WebVTT file, which begins with its name. */
export function parseCaptions(text: string): ParsedCaptions {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (text.includes('\u0000')) return problem(1, 'This is not a text file. Choose an SRT or WebVTT file.')
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const found = isWebVtt ? readWebVtt(lines) : readSubRip(lines)
  if ('problem' in found) return found
  if (found.blocks.length > captionLimits.maxCues) {
    const line = found.blocks[captionLimits.maxCues]?.line ?? 1
    return problem(line, `There are more than ${captionLimits.maxCues.toLocaleString('en')} captions. Split the file.`)
  }
  const notes = [...found.notes]
  const cues = found.blocks.flatMap((block) => cueOf(block, isWebVtt, notes) ?? []).sort(byTime)
  if (cues.length === 0) return problem(1, 'There are no captions in this file. Each one needs a time like 00:00:01,000 --> 00:00:04,000.')
  return { cues, notes: notes.sort((a, b) => a.line - b.line).slice(0, captionLimits.maxNotes) }
}

const problem = (line: number, message: string): { problem: LineNote } => ({ problem: { line, message } })

/** How people read a note or problem. */
export const lineSentence = ({ line, message }: LineNote): string => `Line ${line}: ${message}`

/** A cue as the file has it. */
interface Block {
  /** The line of its times. */
  line: number
  times: CueTimes
  text: string[]
}

type Found = { blocks: Block[]; notes: LineNote[] } | { problem: LineNote }

const brokenLine = (line: number, text: string) =>
  problem(line, `"${text.trim().slice(0, 60)}" is no valid time. Write it like 00:00:01,000 --> 00:00:04,000.`)

/**
 * A cue begins with its line of times and ends before the next one, because blank lines stand inside cues and are missing between them. The
 * number before each cue is left out, and may be missing.
 */
function readSubRip(lines: readonly string[]): Found {
  const blocks: Block[] = []
  let counter: number | undefined
  for (const [index, line] of lines.entries()) {
    const times = readCueTimes(line)
    const last = blocks.at(-1)
    if (times === 'broken') return brokenLine(index + 1, line)
    if (times) {
      const number = numberIn(last ? last.text.at(-1) : lines[index - 1])
      if (number !== undefined) last?.text.pop()
      counter = number ?? (counter === undefined ? undefined : counter + 1)
      blocks.push({ line: index + 1, times, text: [] })
    } else if (last) {
      const isLostCue = last.text.at(-1)?.trim() === '' && numberIn(line) === (counter ?? 0) + 1 && isText(lines[index + 1])
      if (isLostCue) return problem(index + 2, `Caption ${line.trim()} has no time. Write it like 00:00:01,000 --> 00:00:04,000.`)
      last.text.push(line)
    } else if (isText(line) && numberIn(line) === undefined) {
      return problem(index + 1, 'This should be a time like 00:00:01,000 --> 00:00:04,000.')
    }
  }
  return { blocks, notes: [] }
}

const numberIn = (line: string | undefined): number | undefined => (/^\s*\d{1,9}\s*$/.test(line ?? '') ? Number(line) : undefined)

const isText = (line: string | undefined): boolean => line !== undefined && line.trim() !== '' && readCueTimes(line) === undefined

/** Blocks between empty lines: the head, notes, styles, regions, and cues whose times are in the first or second line. */
function readWebVtt(lines: readonly string[]): Found {
  const blocks: Block[] = []
  const notes: LineNote[] = []
  let index = lines.findIndex((line, at) => at > 0 && line.trim() === '')
  if (index < 0) index = lines.length
  // A file without an empty line after its head.
  const early = lines.slice(1, index).findIndex((line) => line.includes('-->'))
  if (early >= 0) index = Math.max(1, early + (numberIn(lines[early]) === undefined ? 1 : 0))
  while (index < lines.length) {
    const begin = index
    while (index < lines.length && lines[index]?.trim() !== '') index++
    if (index > begin) {
      const wrong = addBlock(lines, begin, index, blocks, notes)
      if (wrong) return wrong
    }
    index++
  }
  return { blocks, notes }
}

function addBlock(lines: readonly string[], begin: number, end: number, blocks: Block[], notes: LineNote[]) {
  const first = lines[begin] ?? ''
  if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first) || /^X-TIMESTAMP-MAP=/.test(first)) return undefined
  let current: Block | undefined
  for (let at = begin; at < end; at++) {
    const line = lines[at] ?? ''
    const times = readCueTimes(line)
    if (times === 'broken') return brokenLine(at + 1, line)
    if (times) {
      current = { line: at + 1, times, text: [] }
      blocks.push(current)
    } else current?.text.push(line)
  }
  if (!current) notes.push({ line: begin + 1, message: 'This text has no time and was left out.' })
  return undefined
}

/** Times are moved into the video and put right; a cue without text shows nothing and is left out. */
function cueOf({ line, times, text: raw }: Block, isWebVtt: boolean, notes: LineNote[]): Cue | undefined {
  const { text, place } = isWebVtt ? { text: raw.join('\n'), place: '' } : withoutOverrides(raw.join('\n'))
  const clean = cleanCueText(text)
  if (clean === '') return undefined
  if (clean.length > captionLimits.maxCueLength) {
    notes.push({ line, message: 'This caption is too long to be shown and was left out.' })
    return undefined
  }
  const { start } = times
  let { end } = times
  if (end <= start) {
    notes.push({ line, message: 'This caption ends before it starts, so it is shown for 2 seconds.' })
    end = start + repairedMs
  }
  if (end <= 0) {
    notes.push({ line, message: 'This caption is over before the video starts and was left out.' })
    return undefined
  }
  const settings = cleanSettings(times.settings) || place
  return { start: Math.max(0, start) / 1000, end: end / 1000, text: clean, settings }
}

/** SubRip files borrow override codes of ASS. Only the place on the screen is kept of them. */
function withoutOverrides(text: string): { text: string; place: string } {
  const number = /\{\\an([1-9])\}/i.exec(text)?.[1]
  return {
    text: text
      .replaceAll(/\{\\[^{}\n]*\}/g, '')
      .replaceAll('\\N', '\n')
      .replaceAll('\\h', ' '),
    place: number ? settingsOfPlace(Number(number)) : '',
  }
}

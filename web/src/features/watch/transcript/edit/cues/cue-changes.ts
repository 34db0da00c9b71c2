import { joinCueTexts } from '@video-forge/contract/captions/cue-text'
import type { EditCue } from './edit-cue.ts'
import { minSeconds, toMilliseconds } from './edit-times.ts'

/** Some captions in a row become others; every edit is one of these, and so is its undo. */
export interface Splice {
  at: number
  removed: readonly EditCue[]
  inserted: readonly EditCue[]
}

export const applySplice = (cues: readonly EditCue[], { at, removed, inserted }: Splice): readonly EditCue[] => [
  ...cues.slice(0, at),
  ...inserted,
  ...cues.slice(at + removed.length),
]

export const inverse = ({ at, removed, inserted }: Splice): Splice => ({ at, removed: inserted, inserted: removed })

/** Longer texts fill the picture, and the server leaves out what is several times as long. */
export const maxTextLength = 700

/** The time of a new caption. */
const newSeconds = 2

const letterCount = (text: string): number => text.replaceAll(/<\/?[biu]>|\s/g, '').length

/** The tags that are open at the end of a text. */
function openTags(text: string): string[] {
  const open: string[] = []
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([biu])>/g)) {
    if (!slash) open.push(name)
    else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1)
  }
  return open
}

/** Two captions of one, divided at the caret. Each gets the time that its letters take; undefined where nothing would be left. */
export function splitCue(cue: EditCue, caret: number, newKey: number): [EditCue, EditCue] | undefined {
  const tags = openTags(cue.text.slice(0, caret))
  const before = cue.text.slice(0, caret).trimEnd()
  const after = cue.text.slice(caret).trimStart()
  const letters = [letterCount(before), letterCount(after)] as const
  const seconds = cue.end - cue.start
  if (letters[0] === 0 || letters[1] === 0 || seconds < 2 * minSeconds) return undefined
  const share = (seconds * letters[0]) / (letters[0] + letters[1])
  const middle = toMilliseconds(cue.start + Math.min(Math.max(share, minSeconds), seconds - minSeconds))
  const closing = [...tags].reverse().map((name) => `</${name}>`)
  const opening = tags.map((name) => `<${name}>`)
  return [
    { ...cue, end: middle, text: before + closing.join('') },
    { ...cue, key: newKey, start: middle, text: opening.join('') + after },
  ]
}

/** One caption of two, and where the second text begins in it; undefined when it would be too long. */
export function joinCues(first: EditCue, second: EditCue): { cue: EditCue; caret: number } | undefined {
  const text = joinCueTexts(first.text, second.text)
  if (text.length > maxTextLength) return undefined
  return {
    cue: { ...first, end: Math.max(first.end, second.end), text },
    caret: text.length - second.text.trimStart().length,
  }
}

/** An empty caption at a time, as long as there is space before the next one. */
export function newCue(start: number, next: EditCue | undefined, key: number): EditCue {
  const space = next ? next.start - start : newSeconds
  const seconds = space >= 0.5 ? Math.min(space, newSeconds) : newSeconds
  return { key, start: toMilliseconds(start), end: toMilliseconds(start + seconds), text: '', settings: '' }
}

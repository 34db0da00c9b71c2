import { applySplice, inverse, joinCues, maxTextLength, newCue, type Splice, splitCue } from './cue-changes.ts'
import type { EditCue } from './edit-cue.ts'

/** The caption in edit. A new object moves the focus to it, and the caret in its text. */
export interface Place {
  key: number
  caret: number | 'end'
}

interface Step extends Splice {
  /** Words that were typed; further ones belong to the same step. */
  isTyped?: boolean
}

export interface EditState {
  cues: readonly EditCue[]
  place: Place | undefined
  past: readonly Step[]
  future: readonly Step[]
  nextKey: number
  /** What happened, or why nothing did, for screen readers and under the list. */
  said: string
}

export type EditAction =
  | { kind: 'select'; key: number; caret?: number | 'end' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'type'; key: number; text: string }
  | { kind: 'time'; key: number; start?: number; end?: number }
  | { kind: 'split'; key: number; caret: number }
  | { kind: 'join'; key: number }
  /** After the one in edit, or else at this time. */
  | { kind: 'add'; at: number }
  | { kind: 'remove'; key: number }
  | { kind: 'undo' }
  | { kind: 'redo' }

const maxSteps = 500

export const startEditing = (cues: readonly EditCue[], key?: number): EditState => ({
  cues,
  place: key === undefined ? undefined : { key, caret: 'end' },
  past: [],
  future: [],
  nextKey: Math.max(0, ...cues.map((cue) => cue.key)) + 1,
  said: '',
})

export function editReducer(state: EditState, action: EditAction): EditState {
  switch (action.kind) {
    case 'select':
      return { ...state, place: { key: action.key, caret: action.caret ?? 'end' }, said: '' }
    case 'move':
      return move(state, action.by)
    case 'undo':
      return undo(state)
    case 'redo':
      return redo(state)
    case 'add':
      return add(state, action.at)
    default: {
      const index = state.cues.findIndex(({ key }) => key === action.key)
      const cue = state.cues[index]
      return cue ? changeCue(state, action, index, cue) : state
    }
  }
}

type CueAction = Extract<EditAction, { kind: 'type' | 'time' | 'split' | 'join' | 'remove' }>

function changeCue(state: EditState, action: CueAction, index: number, cue: EditCue): EditState {
  const replaceBy = (changed: EditCue, isTyped = false) =>
    perform(state, { at: index, removed: [cue], inserted: [changed], isTyped }, state.place)
  switch (action.kind) {
    case 'type':
      return action.text === cue.text ? state : replaceBy({ ...cue, text: action.text }, true)
    case 'time':
      return replaceBy({ ...cue, start: action.start ?? cue.start, end: action.end ?? cue.end })
    case 'split':
      return split(state, index, cue, action.caret)
    case 'join':
      return join(state, index, cue)
    case 'remove': {
      const near = state.cues[index + 1] ?? state.cues[index - 1]
      return perform(state, { at: index, removed: [cue], inserted: [] }, near && { key: near.key, caret: 'end' }, 'Caption deleted.')
    }
  }
}

function split(state: EditState, index: number, cue: EditCue, caret: number): EditState {
  const halves = splitCue(cue, caret, state.nextKey)
  if (!halves) return { ...state, said: 'Put the caret between two words to split the caption there.' }
  const place = { key: state.nextKey, caret: 0 }
  return { ...perform(state, { at: index, removed: [cue], inserted: halves }, place, 'Caption split.'), nextKey: state.nextKey + 1 }
}

function join(state: EditState, index: number, cue: EditCue): EditState {
  const before = state.cues[index - 1]
  if (!before) return { ...state, said: 'There is no caption before this one.' }
  const joined = joinCues(before, cue)
  if (!joined) return { ...state, said: `A caption can have at most ${maxTextLength} characters.` }
  const place = { key: joined.cue.key, caret: joined.caret }
  return perform(state, { at: index - 1, removed: [before, cue], inserted: [joined.cue] }, place, 'Captions joined.')
}

function add(state: EditState, at: number): EditState {
  const active = state.cues.findIndex(({ key }) => key === state.place?.key)
  const current = state.cues[active]
  const later = state.cues.findIndex(({ start }) => start > at)
  const index = current ? active + 1 : later < 0 ? state.cues.length : later
  const next = state.cues[index]
  const start = current ? Math.min(current.end, next?.start ?? current.end) : at
  const cue = newCue(start, next, state.nextKey)
  const place = { key: cue.key, caret: 0 }
  return { ...perform(state, { at: index, removed: [], inserted: [cue] }, place, 'Caption added.'), nextKey: state.nextKey + 1 }
}

function move(state: EditState, by: 1 | -1): EditState {
  const active = state.cues.findIndex(({ key }) => key === state.place?.key)
  const cue = state.cues[active + by]
  return cue ? { ...state, place: { key: cue.key, caret: 'end' }, said: '' } : state
}

function perform(state: EditState, step: Step, place: Place | undefined, said = ''): EditState {
  const last = state.past.at(-1)
  const merged = last && isSameWord(last, step) ? { ...last, inserted: step.inserted } : undefined
  const past = merged ? [...state.past.slice(0, -1), merged] : [...state.past, step].slice(-maxSteps)
  return { ...state, cues: applySplice(state.cues, step), place, past, future: [], said }
}

const wordCount = (text = ''): number => text.split(/\s+/).filter(Boolean).length
/** Scripts without spaces would otherwise be undone all at once. */
const maxTyped = 20

/** Typing goes on in the same caption, and in the same word. */
function isSameWord(last: Step, step: Step): boolean {
  if (!last.isTyped || !step.isTyped || last.at !== step.at) return false
  const [origin, before, after] = [last.removed[0], last.inserted[0], step.inserted[0]]
  if (!before || !after || before.key !== after.key || before !== step.removed[0]) return false
  const isLonger = Math.abs(after.text.length - (origin?.text.length ?? 0)) > maxTyped
  return wordCount(after.text) <= wordCount(before.text) && !isLonger
}

function undo(state: EditState): EditState {
  const step = state.past.at(-1)
  if (!step) return { ...state, said: 'There is nothing to undo.' }
  const cues = applySplice(state.cues, inverse(step))
  return {
    ...state,
    cues,
    place: placeAfter(cues, step.at),
    past: state.past.slice(0, -1),
    future: [...state.future, step],
    said: 'Undone.',
  }
}

function redo(state: EditState): EditState {
  const step = state.future.at(-1)
  if (!step) return { ...state, said: 'There is nothing to redo.' }
  const cues = applySplice(state.cues, step)
  return {
    ...state,
    cues,
    place: placeAfter(cues, step.at),
    past: [...state.past, step],
    future: state.future.slice(0, -1),
    said: 'Redone.',
  }
}

const placeAfter = (cues: readonly EditCue[], at: number): Place | undefined => {
  const cue = cues[at] ?? cues.at(-1)
  return cue && { key: cue.key, caret: 'end' }
}

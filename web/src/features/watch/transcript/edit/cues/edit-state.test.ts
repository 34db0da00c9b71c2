import { expect, test } from 'vitest'
import type { EditCue } from './edit-cue.ts'
import { type EditAction, type EditState, editReducer, startEditing } from './edit-state.ts'

const cues: EditCue[] = ['one two', 'three', 'four'].map((text, index) => ({
  key: index + 1,
  start: index * 10,
  end: index * 10 + 5,
  text,
  settings: '',
}))
const after = (...actions: EditAction[]): EditState => actions.reduce(editReducer, startEditing(cues, 1))
const texts = (state: EditState) => state.cues.map(({ text }) => text)
const type = (text: string, key = 1): EditAction => ({ kind: 'type', key, text })
const undo: EditAction = { kind: 'undo' }
const redo: EditAction = { kind: 'redo' }

test('undo goes back word by word, across captions, and redo forward', () => {
  const typed = after(type('one two t'), type('one two th'), type('one two th f'), type('three!', 2))
  const steps = [typed, ...[undo, undo, undo].map((_, index) => Array.from({ length: index + 1 }, () => undo).reduce(editReducer, typed))]
  expect(steps.map((state) => texts(state).slice(0, 2))).toEqual([
    ['one two th f', 'three!'],
    ['one two th f', 'three'],
    ['one two th', 'three'],
    ['one two', 'three'],
  ])
  expect(steps.map(({ place }) => place?.key)).toEqual([1, 2, 1, 1])
  const last = steps.at(-1)
  expect(last && texts([redo, redo, redo].reduce(editReducer, last))).toEqual(texts(typed))
})

test('every kind of change is undone, in whatever order they came', () => {
  const actions: EditAction[] = [
    { kind: 'split', key: 1, caret: 3 },
    { kind: 'join', key: 2 },
    { kind: 'time', key: 3, start: 18, end: 30 },
    { kind: 'add', at: 0 },
    type('new', 5),
    { kind: 'remove', key: 1 },
  ]
  const changed = after(...actions)
  expect(texts(changed)).toEqual(['two three', 'new', 'four'])
  const undone = actions.map(() => undo).reduce(editReducer, changed)
  expect(undone.cues).toEqual(cues)
  expect(actions.map(() => redo).reduce(editReducer, undone).cues).toEqual(changed.cues)
})

test('the focus follows: to the second half, the joined text, the new caption and the next one', () => {
  expect(after({ kind: 'split', key: 1, caret: 4 }).place).toEqual({ key: 4, caret: 0 })
  expect(after({ kind: 'join', key: 2 }).place).toEqual({ key: 1, caret: 8 })
  expect(after({ kind: 'add', at: 0 }).place).toEqual({ key: 4, caret: 0 })
  expect(after({ kind: 'remove', key: 3 }).place?.key).toBe(2)
  expect(after({ kind: 'move', by: 1 }, { kind: 'move', by: 1 }, { kind: 'move', by: 1 }).place?.key).toBe(3)
})

test('a new caption comes after the one in edit, or else at the time of the video', () => {
  expect(after({ kind: 'add', at: 99 }).cues[1]).toMatchObject({ start: 5, end: 7 })
  const without = editReducer(startEditing(cues), { kind: 'add', at: 17 })
  expect(without.cues[2]).toMatchObject({ start: 17, end: 19 })
})

test('what cannot be done is explained, and changes nothing', () => {
  expect(after({ kind: 'split', key: 1, caret: 0 })).toMatchObject({ cues, said: expect.stringContaining('caret'), past: [] })
  expect(after({ kind: 'join', key: 1 })).toMatchObject({ cues, said: expect.stringContaining('no caption before') })
  expect(after(undo).said).toContain('nothing to undo')
})

import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import { encodeCursor, pageOf, parseCursor, parseIdCursor } from './cursor.ts'

const id = '01900000-0000-7000-8000-000000000000'
const shape = { sort: 'newest', keys: ['time', 'number', 'text'] } as const
const values = ['2026-01-31 12:00:00.123456+00', '0.5', 'PENDING']

test('parses what it encodes', () => {
  expect(parseCursor(shape, encodeCursor(shape, values, id))).toEqual({ values, id })
  expect(parseIdCursor(id)).toBe(id)
})

const raw = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')

test.each([
  ['nonsense', 'nonsense'],
  ['JSON that is no list', raw({ sort: 'newest' })],
  ['a list of other things', raw([1, null])],
  ['another sort', encodeCursor({ ...shape, sort: 'oldest' }, values, id)],
  ['a missing value', encodeCursor(shape, values.slice(1), id)],
  ['a value too many', encodeCursor(shape, [...values, 'x'], id)],
  ['a time that is none', encodeCursor(shape, ['yesterday', '0.5', 'x'], id)],
  ['a number that is none', encodeCursor(shape, [values[0] ?? '', 'many', 'x'], id)],
  ['an id that is none', encodeCursor(shape, values, 'x'.repeat(36))],
])('refuses %s', (_, cursor) => {
  expect(() => parseCursor(shape, cursor)).toThrow(Failure)
})

test('refuses an id cursor that is no id, and names the field', () => {
  expect(() => parseIdCursor('7')).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', details: [expect.objectContaining({ field: 'cursor' })] }),
  )
})

test('a page has a cursor only when there is a next page', () => {
  expect(pageOf(['a', 'b', 'c'], 2, (last) => last)).toEqual({ page: ['a', 'b'], nextCursor: 'b' })
  expect(pageOf(['a', 'b'], 2, (last) => last)).toEqual({ page: ['a', 'b'], nextCursor: null })
  expect(pageOf([], 2, String)).toEqual({ page: [], nextCursor: null })
})

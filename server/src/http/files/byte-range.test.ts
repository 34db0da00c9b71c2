import { expect, test } from 'vitest'
import { parseRange, requestedBytes } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-100', { start: 0, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  [' bytes=1-2 ', { start: 1, end: 2 }],
])('%j of 100 bytes is the part inside the object', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])('%j of 100 bytes is outside', (header) => {
  expect(parseRange(header, 100)).toBe('unsatisfiable')
})

test.each([undefined, '', 'bytes=-', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=5-4', 'bytes=200-100', 'bytes 0-1', 'bytes=0 - 1'])(
  '%j is ignored, and the whole object is the answer',
  (header) => {
    expect(parseRange(header, 100)).toBeUndefined()
  },
)

test.each(['bytes=0-', 'bytes=0-0', 'bytes=-5'])('%j of an empty object is outside', (header) => {
  expect(parseRange(header, 0)).toBe('unsatisfiable')
})

test('counts the bytes that a request wants', () => {
  const counts = [undefined, 'bytes=0-', 'bytes=10-19', 'bytes=90-200', 'bytes=-5', 'bytes=200-'].map((header) =>
    requestedBytes(header, 100),
  )
  expect(counts).toEqual([100, 100, 10, 10, 5, 0])
})

import { expect, test } from 'vitest'
import { parseStartTime, withStartTime } from '../../../videos-view/start-time.ts'
import { descriptionParts } from './description-parts.ts'

const links = (text: string) => descriptionParts(text, null).flatMap((part) => (part.kind === 'link' ? [part.text] : []))

test.each([
  ['See https://example.com/a.', ['https://example.com/a']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['HTTP://example.com, and https://b.example?x=1&t=1:23!', ['HTTP://example.com', 'https://b.example?x=1&t=1:23']],
  ['javascript:alert(1) ftp://a.example www.example.com https://', []],
])('addresses in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test('keeps every character of the text, and only times within the video seek', () => {
  const text = 'Start 0:05, then https://a.example/1:23 and 2:00 or 9:99'
  const parts = descriptionParts(text, 100)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ kind }) => kind === 'time')).toEqual([{ kind: 'time', text: '0:05', seconds: 5 }])
})

test.each([
  ['83', 83],
  ['83s', 83],
  ['1m23s', 83],
  ['1h', 3600],
  ['1:23', 83],
  ['1:02:03', 3723],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
])('?t=%s starts at %s', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds)
})

test('an address keeps its other parts when a start is added', () => {
  expect(withStartTime('https://a.example/video/1?link=x', 83.9)).toBe('https://a.example/video/1?link=x&t=83')
  expect(withStartTime('https://a.example/video/1', 0)).toBe('https://a.example/video/1')
})

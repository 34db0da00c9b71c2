import { expect, test } from 'vitest'
import { addressAt, parseStartTime } from './start-time.ts'

test.each([
  ['90', 90],
  ['90s', 90],
  ['1m30s', 90],
  ['1m', 60],
  ['1h2m3s', 3723],
  ['1:30', 90],
  ['1:00:05', 3605],
  ['12.5', 12.5],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  [null, undefined],
])('?t=%s is %s seconds', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds)
})

test('the address at a time keeps the share link', () => {
  expect(addressAt({ id: 'abc', link: undefined }, 83.9)).toBe(`${window.location.origin}/video/abc?t=83`)
  expect(addressAt({ id: 'abc', link: 's 3' }, 0.4)).toBe(`${window.location.origin}/video/abc?link=s+3`)
})

import { expect, test } from 'vitest'
import { choiceName, shownName } from './quality-names.ts'

const qualities = [
  { quality: 'original', resolution: '1280x720' },
  { quality: '720p', resolution: '1280x720' },
  { quality: '480p', resolution: '480x854' },
] as const

test.each([
  ['1280x720', '720p'],
  ['480x854', '480p'],
  ['640x360', '360p'],
  ['360x640', '360p'],
  [undefined, undefined],
])('a picture of %s is called %s', (size, name) => {
  expect(shownName(qualities, size)).toBe(name)
})

test('Auto says what it chose', () => {
  expect(choiceName('auto', '480p')).toBe('Auto (480p)')
  expect(choiceName('auto', undefined)).toBe('Auto')
  expect(choiceName('720p', '480p')).toBe('720p')
})

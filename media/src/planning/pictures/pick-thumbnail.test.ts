import { expect, it } from 'vitest'
import { pickThumbnail } from './pick-thumbnail.ts'

const size = { width: 8, height: 8 }
const picture = (value: (at: number) => number): number[] => Array.from({ length: 64 }, (_, at) => value(at))

it('prefers a picture with something in it to black, white and grey ones', () => {
  const thumbnails = [picture(() => 0), picture(() => 16), picture((at) => (at * 37) % 256), picture(() => 255), picture(() => 128)]
  expect(pickThumbnail(Uint8Array.from(thumbnails.flat()), size)).toBe(2)
})

it('takes what there is when all are black, and the first of none', () => {
  expect(pickThumbnail(Uint8Array.from(picture(() => 0)), size)).toBe(0)
  expect(pickThumbnail(new Uint8Array(), size)).toBe(0)
})

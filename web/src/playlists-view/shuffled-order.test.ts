import { expect, test } from 'vitest'
import { newShuffle, shuffledOrder } from './shuffled-order.ts'

const ids = Array.from({ length: 50 }, (_, index) => `video-${index}`)

test('begins with the chosen video, has each one once, and is the same every time', () => {
  const shuffle = newShuffle('video-7')
  const order = shuffledOrder(ids, shuffle)
  expect(order[0]).toBe('video-7')
  expect(order.toSorted()).toEqual(ids.toSorted())
  expect(order).not.toEqual(ids)
  expect(shuffledOrder(ids, shuffle)).toEqual(order)
  expect(shuffledOrder(ids, `other.video-7`)).not.toEqual(order)
  expect(shuffledOrder(ids, null)).toEqual(ids)
})

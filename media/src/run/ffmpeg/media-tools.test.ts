import { expect, test } from 'vitest'
import { availableBytes } from './media-tools.ts'

test('the memory of a container is its limit, where there is one below that of the machine', () => {
  expect([availableBytes(8e9, 2e9), availableBytes(8e9, 2 ** 64), availableBytes(8e9, 0)]).toEqual([2e9, 8e9, 8e9])
})

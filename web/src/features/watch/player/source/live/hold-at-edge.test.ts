import { expect, test } from 'vitest'
import { holdsAtEdge } from './hold-at-edge.ts'

const at = { position: 10, reach: 10.5, duration: 60, isStarved: true, speed: 0.8 }

test('stops at the end of what is encoded, and continues with a lead', () => {
  expect(holdsAtEdge(false, { ...at, isStarved: false })).toBe(false)
  expect(holdsAtEdge(false, at)).toBe(true)
  expect(holdsAtEdge(true, { ...at, reach: 17, isStarved: false })).toBe(true)
  expect(holdsAtEdge(true, { ...at, reach: 18 })).toBe(false)
})

test('waits for as much as the speed requires', () => {
  const heldAt = (reach: number, speed: number | undefined) => holdsAtEdge(true, { ...at, reach, speed })
  expect([12.9, 13].map((reach) => heldAt(reach, 1.6))).toEqual([true, false])
  expect([14.9, 15].map((reach) => heldAt(reach, 0.9))).toEqual([true, false])
  expect([14.9, 15].map((reach) => heldAt(reach, undefined))).toEqual([true, false])
  expect([17.9, 18].map((reach) => heldAt(reach, 0.2))).toEqual([true, false])
})

test('does not wait for a lead that never comes', () => {
  expect(holdsAtEdge(true, { ...at, position: 55, reach: 59.5 })).toBe(false)
  expect(holdsAtEdge(true, { ...at, position: 59, reach: Number.POSITIVE_INFINITY })).toBe(false)
})

test('does not stop a player that waits for the network', () => {
  expect(holdsAtEdge(false, { ...at, reach: 40 })).toBe(false)
})

import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { memoryBytes, readLimits, threadsOf } from './machine-limits.ts'

test('the pixels that a machine can encode are those that fit into six tenths of its memory', async () => {
  const { pixels, copiedBytes } = await readLimits({ memoryBytes: 2e9 }, {})
  expect(memoryBytes({ width: pixels, height: 1 })).toBeLessThanOrEqual(1.2e9)
  expect([pixels > 1920 * 1080, pixels > 3840 * 2160]).toEqual([true, false])
  expect(copiedBytes).toBeGreaterThan(1e15)
})

test('copies leave a tenth of the disk free', async () => {
  const { copiedBytes } = await readLimits({ memoryBytes: 2e9 }, { copyFolder: tmpdir() })
  expect(copiedBytes).toBeLessThan(1e15)
})

test.each([
  [0.1, 1],
  [2, 2],
  [64, 4],
])('of %d cores an encoder gets %d threads, whose memory was measured', (cores, threads) => expect(threadsOf(cores)).toBe(threads))

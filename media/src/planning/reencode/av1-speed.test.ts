import { expect, it } from 'vitest'
import { av1Preset, av1Threads } from './av1-speed.ts'

it('takes its time and all threads for tall pictures, whichever way they lie, and one thread for small ones', () => {
  const speedOf = (width: number, height: number) => [av1Preset({ width, height }), av1Threads({ width, height }, 4)]
  expect([speedOf(1920, 1080), speedOf(1080, 1920), speedOf(3840, 2160)]).toEqual([
    [10, 4],
    [10, 4],
    [10, 4],
  ])
  expect([speedOf(1280, 720), speedOf(1920, 800)]).toEqual([
    [11, 1],
    [11, 1],
  ])
})

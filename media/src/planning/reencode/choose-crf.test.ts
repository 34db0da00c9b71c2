import { expect, it } from 'vitest'
import {
  bytesPerStep,
  chooseCrf,
  chooseFromOneTry,
  crfRange,
  decibels,
  joinTries,
  judge,
  paysAsScreen,
  secondCrf,
  type Tried,
} from './choose-crf.ts'

const tried = (crf: number, ssim: number, bytes = 1000) => ({ crf, ssim, bytes })

it('tries the other side of the target', () => {
  expect(secondCrf({ crf: 36, ssim: 0.98 }, 0.97)).toBe(44)
  expect(secondCrf({ crf: 36, ssim: 0.96 }, 0.97)).toBe(28)
  expect([secondCrf({ crf: 63, ssim: 0.98 }, 0.97), secondCrf({ crf: 20, ssim: 0.96 }, 0.97)]).toEqual([55, 28])
})

it('takes the highest setting that reaches the target with half a step to spare, and expects its bytes', () => {
  // 20 and 18 decibels, so a quarter of one for each step; the target of 19 is reached at 32.
  const [first, second] = [tried(36, 1 - 10 ** -1.8, 500), tried(28, 0.99)]
  const chosen = chooseCrf(first, [first, second], 1 - 10 ** -1.9)
  expect(chosen).toMatchObject({ crf: 31, slope: expect.closeTo(0.25, 6) })
  expect(chosen.bytes).toBeCloseTo(1000 * 0.5 ** (3 / 8), 3)
})

it('believes one try where the cost of a step is known and the target is near', () => {
  // A decibel and a quarter: five steps of a quarter of one, and two and a half of half of one.
  const near = tried(36, 1 - 10 ** -1.9, 500)
  expect(chooseFromOneTry(near, 0.25, 1 - 10 ** -1.775)).toBeUndefined()
  const chosen = chooseFromOneTry(near, 0.5, 1 - 10 ** -1.775)
  expect(chosen).toMatchObject({ crf: 38, slope: 0.5 })
  expect(chosen?.bytes).toBeCloseTo(500 / bytesPerStep ** 2, 6)
  expect(chooseFromOneTry(near, 0.5, 1 - 10 ** -1.95)?.crf).toBe(34)
})

it('looks for what only screens have where that saves a tenth', () => {
  expect([paysAsScreen(890, 1000), paysAsScreen(910, 1000)]).toEqual([true, false])
})

it('takes the slope from the pictures that were tried twice, and the rest from all', () => {
  const [some, other] = [tried(36, 1 - 10 ** -1.8, 500), tried(28, 0.99)]
  // All are a decibel better than these: four steps more.
  const chosen = chooseCrf(tried(36, 1 - 10 ** -1.9, 800), [some, other], 1 - 10 ** -1.9)
  expect(chosen).toMatchObject({ crf: 35, slope: expect.closeTo(0.25, 6) })
  expect(chosen.bytes).toBeCloseTo(800 * 2 ** (1 / 8), 3)
})

it('counts tries in several places by their frames', () => {
  const place = (ssim: number, frames: number) => ({ ...tried(36, ssim, frames * 10), target: ssim - 0.01, frames })
  expect(joinTries([place(0.9, 100)])).toMatchObject(place(0.9, 100))
  const { ssim, target, ...rest } = joinTries([place(0.9, 100), place(0.98, 300)])
  expect(rest).toEqual({ crf: 36, bytes: 4000, frames: 400 })
  expect([ssim, target]).toEqual([expect.closeTo(0.96, 9), expect.closeTo(0.95, 9)])
})

it('goes a few steps beyond the tries at most, where a straight line says nothing', () => {
  const choose = (first: Tried, second: Tried, target: number) => chooseCrf(first, [first, second], target).crf
  expect(choose(tried(36, 0.98), tried(44, 0.979), 0.95)).toBe(49)
  expect(choose(tried(36, 0.9), tried(28, 0.91), 0.99)).toBe(21)
  expect(choose(tried(24, 0.9), tried(20, 0.9), 0.99)).toBe(crfRange.min)
})

it('counts quality in decibels, and bears a picture without any difference', () => {
  expect(decibels(0.99)).toBeCloseTo(20, 6)
  expect(decibels(1)).toBeCloseTo(60, 6)
})

it('publishes only what is a good deal smaller and no worse', () => {
  const outcome = { ssim: 0.97, ssimBefore: 0.97, bytes: 85, bytesBefore: 100 }
  expect(judge(outcome)).toBe('publish')
  expect(judge({ ...outcome, bytes: 86 })).toBe('too-large')
  expect(judge({ ...outcome, ssim: 0.9699 })).toBe('worse')
})

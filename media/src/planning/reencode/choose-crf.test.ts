import { expect, it } from 'vitest'
import { chooseCrf, correctCrf, crfRange, judge, secondCrf } from './choose-crf.ts'

it('tries the other side of the target, and takes the highest setting that reaches it', () => {
  expect(secondCrf({ crf: 36, ssim: 0.98 }, 0.97)).toBe(44)
  expect(secondCrf({ crf: 36, ssim: 0.96 }, 0.97)).toBe(28)
  const chosen = chooseCrf({ crf: 36, ssim: 0.96 }, { crf: 28, ssim: 0.984 }, 0.97)
  expect(chosen.crf).toBe(32)
  expect(chosen.slope).toBeCloseTo(0.003, 6)
})

it('stays in range where nothing can be learned from the tries', () => {
  expect(chooseCrf({ crf: 36, ssim: 0.999 }, { crf: 44, ssim: 0.999 }, 0.9).crf).toBe(crfRange.max)
  expect(chooseCrf({ crf: 36, ssim: 0.9 }, { crf: 28, ssim: 0.9 }, 0.99).crf).toBe(crfRange.min)
})

it('corrects the next part by what the finished ones were better or worse', () => {
  const chosen = { crf: 32, slope: 0.001 }
  expect(correctCrf(chosen, undefined)).toBe(32)
  expect(correctCrf(chosen, 0.0025)).toBe(34)
  expect(correctCrf(chosen, -0.0015)).toBe(30)
  expect(correctCrf(chosen, -0.5)).toBe(26)
})

it('publishes only what is a good deal smaller and no worse', () => {
  const outcome = { ssim: 0.97, ssimBefore: 0.97, bytes: 85, bytesBefore: 100 }
  expect(judge(outcome)).toBe('publish')
  expect(judge({ ...outcome, bytes: 86 })).toBe('too-large')
  expect(judge({ ...outcome, ssim: 0.9699 })).toBe('worse')
})

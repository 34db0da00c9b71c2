import { describe, expect, it } from 'vitest'
import { decibels } from './choose-crf.ts'
import { type FinishedPart, isHopeless, meanQuality, nextCrf, planRetry } from './part-quality.ts'

/** SSIM at so many decibels. */
const at = (decibels: number): number => 1 - 10 ** (-decibels / 10)

const chosen = { crf: 36, slope: 0.2 }
const target = 18

/** A part that would look like its H.264 at `ideal`, encoded at `crf`. */
const made = (crf: number, ideal: number, more: Partial<FinishedPart> = {}): FinishedPart => ({
  ...{ number: 0, crf, frames: 100, ssim: at(target + (ideal - crf) * chosen.slope), ssimBefore: at(target) },
  ...{ bytes: 50, bytesBefore: 100, isEarly: false, ...more },
})

describe('the setting of the next part', () => {
  const next = (of: typeof chosen, parts: FinishedPart[], framesLeft: number, isFirst = false) =>
    nextCrf(of, parts, { framesLeft, isFirst })

  it('is the chosen one until a usual part is known', () => {
    expect(next(chosen, [], 1000)).toBe(36)
    expect(next(chosen, [made(36, 44, { isEarly: true })], 1000)).toBe(36)
  })

  it('is what the finished ones needed, also when they were corrected before', () => {
    expect(next(chosen, [made(36, 40.6)], 100_000)).toBe(40)
    expect(next(chosen, [made(36, 40.6), made(40, 40.6)], 100_000)).toBe(40)
    expect(next(chosen, [made(36, 40.6, { frames: 300 }), made(36, 36.6)], 100_000)).toBe(39)
  })

  it('makes up for parts that were worse', () => {
    const worse = [made(36, 33.6)]
    expect(next(chosen, worse, 100_000)).toBe(33)
    expect(next(chosen, worse, 200)).toBe(31)
  })

  it('lets the next be a little worse where the finished ones are better than needed', () => {
    const better = [made(36, 40.6), made(36, 40.6)]
    expect([next(chosen, better, 100_000), next(chosen, better, 300), next(chosen, better, 100)]).toEqual([40, 42, 42])
  })

  it('stays near the chosen one', () => {
    expect(next(chosen, [made(36, 60)], 1000)).toBe(44)
    expect(next(chosen, [made(36, 20)], 100)).toBe(28)
  })

  it('is near the chosen one where both versions are exact', () => {
    expect(next(chosen, [made(36, 36, { ssim: 1, ssimBefore: 1 })], 1000)).toBe(35)
  })

  it('takes nothing from the first seconds where the others are better than needed', () => {
    const better = [made(36, 40.6), made(36, 40.6)]
    expect([next(chosen, better, 100), next(chosen, better, 100, true)]).toEqual([42, 40])
    expect(next(chosen, [made(36, 33.6)], 200, true)).toBe(31)
  })

  it('brings the whole to the quality of its H.264, wherever the first one was', () => {
    for (const ideal of [30.3, 34.1, 36, 39.9, 42.5]) {
      const parts: FinishedPart[] = []
      for (let left = 20; left > 0; left -= 1) parts.push(made(next(chosen, parts, left * 100), ideal + (left % 3) - 1))
      const { ssim, ssimBefore } = meanQuality(parts)
      expect(ssim).toBeGreaterThanOrEqual(ssimBefore)
      expect(decibels(ssim) - decibels(ssimBefore)).toBeLessThan(chosen.slope)
    }
  })
})

describe('parts that are made again', () => {
  const sizes = { bytes: 500, bytesBefore: 1000 }

  it('are the worst ones, until the whole is good enough', () => {
    const parts = [made(36, 36.2, { number: 0 }), made(36, 32.9, { number: 1 }), made(36, 35.8, { number: 2 }), made(36, 37, { number: 3 })]
    expect(planRetry(parts, chosen.slope, sizes)).toEqual([{ number: 1, crf: 33 }])
  })

  it('become no better than the whole needs', () => {
    for (const worst of [32.5, 31.8, 28, 26]) {
      const parts = [made(36, worst, { number: 0 }), ...[1, 2, 3].map((number) => made(36, 36.9, { number }))]
      const [again, ...others] = planRetry(parts, chosen.slope, sizes) ?? []
      expect(others).toEqual([])
      const wholeWith = (crf: number) => meanQuality([made(crf, worst, { number: 0 }), ...parts.slice(1)])
      const { ssim, ssimBefore } = wholeWith(again?.crf ?? 36)
      expect(ssim).toBeGreaterThanOrEqual(ssimBefore)
      const worse = wholeWith((again?.crf ?? 36) + 2)
      expect(worse.ssim).toBeLessThan(worse.ssimBefore)
    }
  })

  it('are enough however far they were', () => {
    for (const slope of [0.1, 0.3, 0.5]) {
      const at = (crf: number): FinishedPart => ({ ...made(crf, 29.6), ssim: 1 - 10 ** (-(target + (29.6 - crf) * slope) / 10) })
      const [again] = planRetry([at(36)], slope, { bytes: 100, bytesBefore: 1000 }) ?? []
      const after = at(again?.crf ?? 36)
      expect(after.ssim).toBeGreaterThanOrEqual(after.ssimBefore)
      expect(again?.crf).toBe(29)
    }
  })

  it('are not made again where the whole would become too large', () => {
    const parts = [made(36, 30, { bytes: 500 })]
    expect(planRetry(parts, chosen.slope, sizes)).toHaveLength(1)
    expect(planRetry(parts, chosen.slope, { bytes: 800, bytesBefore: 1000 })).toBeUndefined()
  })

  it('are not made again where there is no better setting', () => {
    expect(planRetry([made(20, 15)], chosen.slope, sizes)).toBeUndefined()
  })
})

it('gives up what is no smaller after three parts', () => {
  const large = { bytes: 101 }
  expect(isHopeless([made(36, 36, large), made(36, 36, large)])).toBe(false)
  expect(isHopeless([made(36, 36, large), made(36, 36, large), made(36, 36, large)])).toBe(true)
  expect(isHopeless([made(36, 36, large), made(36, 36, large), made(36, 36)])).toBe(false)
})

it('has the quality of all frames, and none without parts', () => {
  const { ssim, ssimBefore } = meanQuality([made(36, 36, { ssim: 0.9, frames: 300 }), made(36, 36, { ssim: 0.8 })])
  expect(ssim).toBeCloseTo(0.875, 6)
  expect(ssimBefore).toBeCloseTo(at(target), 6)
  expect(meanQuality([])).toEqual({ ssim: 0, ssimBefore: 1 })
})

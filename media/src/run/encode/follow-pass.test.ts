import { expect, it } from 'vitest'
import { followPass, readMeasurement } from './follow-pass.ts'

it('reads the blocks of -progress and knows whether anything moved', () => {
  const seen: number[] = []
  const follow = followPass(({ seconds }) => seen.push(seconds))
  const block = (frame: number, time: string): boolean[] => [`frame=${frame}`, `out_time_us=${time}`, 'progress=continue'].map(follow)
  expect(block(10, '400000').at(-1)).toBe(true)
  expect(block(10, '400000').at(-1)).toBe(false)
  expect(block(11, 'N/A').at(-1)).toBe(true)
  expect(seen).toEqual([0.4, 0.4, 0.4])
})

it('reads what the run cost and how good it was', () => {
  const text =
    '[libx264 @ 0x1] [info] SSIM Mean Y:0.9871385 (18.907db)\n[libx264 @ 0x2] [info] SSIM Mean Y:0.99 (20.0db)\nbench: utime=5.971s stime=0.453s rtime=10.484s'
  expect(readMeasurement(text)).toEqual({ cpuSeconds: expect.closeTo(6.424), wallSeconds: 10.484, ssim: [0.9871385, 0.99] })
})

it('takes each progress line as a sign of life and as the position of the pass', () => {
  const seen: number[] = []
  const follow = followPass(({ seconds }) => seen.push(seconds))
  expect(follow('# timecode format v2')).toBe(false)
  expect(['0', '500', '1000.5'].map(follow)).toEqual([true, true, true])
  expect(seen).toEqual([0, 0.5, 1.0005])
})

import { describe, expect, it } from 'vitest'
import { orientationOf, plausibleAspect, shownSize } from './orientation.ts'

const one = 65536
const matrix = (a: number, b: number, c: number, d: number): number[] => [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30]

describe('orientation', () => {
  it.each([
    ['upright', matrix(1, 0, 0, 1), 0, false],
    ['a phone held upright', matrix(0, 1, -1, 0), 90, false],
    ['upside down', matrix(-1, 0, 0, -1), 180, false],
    ['the other way', matrix(0, -1, 1, 0), 270, false],
    ['mirrored', matrix(1, 0, 0, -1), 0, true],
    ['turned and mirrored', matrix(0, 1, 1, 0), 90, true],
    ['nonsense', matrix(0, 0, 0, 0), 0, false],
  ])('reads %s', (_, numbers, rotation, mirrored) => {
    expect(orientationOf(numbers)).toEqual({ rotation, mirrored })
  })

  it('shows square pixels, upright', () => {
    const pal = { width: 720, height: 576 }
    expect(shownSize(pal, { num: 16, den: 15 }, 0)).toEqual({ width: 768, height: 576 })
    expect(shownSize(pal, { num: 64, den: 45 }, 90)).toEqual({ width: 576, height: 1024 })
    expect(shownSize({ width: 1920, height: 1080 }, { num: 1, den: 1 }, 270)).toEqual({ width: 1080, height: 1920 })
  })

  it('ignores an implausible aspect ratio', () => {
    expect(plausibleAspect({ num: 1, den: 5000 })).toEqual({ num: 1, den: 1 })
    expect(plausibleAspect(undefined)).toEqual({ num: 1, den: 1 })
    expect(plausibleAspect({ num: 4, den: 3 })).toEqual({ num: 4, den: 3 })
  })
})

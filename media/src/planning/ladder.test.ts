import { describe, expect, it } from 'vitest'
import { integerBetween, seededRandom } from '../testing/seeded-random.ts'
import { type Format, formats, formatTable } from './formats.ts'
import { buildLadder, fitInto } from './ladder.ts'

const sizesOf = (width: number, height: number, chosen: readonly Format[]): string[] =>
  buildLadder({ width, height }, chosen).rungs.map(({ format, size }) => `${format} ${size.width}x${size.height}`)

describe('the ladder', () => {
  it.each([
    [1920, 1080, ['4k', '1080p', '720p', '480p'], ['1080p 1920x1080', '720p 1280x720', '480p 854x480'], ['4k']],
    [3840, 2160, ['4k', '480p'], ['4k 3840x2160', '480p 854x480'], []],
    [1080, 1920, ['1080p', '720p'], ['1080p 1080x1920', '720p 720x1280'], []],
    [1280, 720, ['1080p'], ['1080p 1280x720'], []],
    [640, 360, ['4k', '1080p', '720p'], ['720p 640x360'], ['4k', '1080p']],
    [641, 361, ['480p'], ['480p 640x360'], []],
    [1080, 1080, ['1080p', '480p'], ['1080p 1080x1080', '480p 480x480'], []],
    [3, 3, ['720p'], ['720p 2x2'], []],
    [1, 1, ['720p'], ['720p 2x2'], []],
  ] satisfies [number, number, Format[], string[], Format[]][])('%i x %i as %j', (width, height, chosen, made, skipped) => {
    expect(sizesOf(width, height, chosen)).toEqual(made)
    expect(buildLadder({ width, height }, chosen).skipped).toEqual(skipped)
  })

  it('never enlarges, stays even and keeps the aspect within a pixel', () => {
    const random = seededRandom(4)
    for (let round = 0; round < 3000; round += 1) {
      const shown = { width: integerBetween(random, 16, 5000), height: integerBetween(random, 16, 5000) }
      const chosen = formats.filter(() => random() < 0.6)
      const { rungs, skipped } = buildLadder(shown, chosen)
      expect(rungs.length + skipped.length).toBe(chosen.length)
      if (chosen.length > 0) expect(rungs.length).toBeGreaterThan(0)
      for (const { size, format, exact } of rungs) {
        expect(size.width % 2 || size.height % 2).toBe(0)
        expect(size.width <= shown.width && size.height <= shown.height).toBe(true)
        const short = Math.min(size.width, size.height)
        if (exact) expect(short).toBe(formatTable[format].height)
        // The exact long side for this short side, against the even one taken.
        const long = (Math.max(shown.width, shown.height) * short) / Math.min(shown.width, shown.height)
        expect(Math.abs(Math.max(size.width, size.height) - long)).toBeLessThanOrEqual(shown.width === shown.height ? 0 : 2)
        expect(size.width < size.height).toBe(shown.width < shown.height && size.width !== size.height)
      }
    }
  })

  it('fits a picture into a box without enlarging it', () => {
    expect(fitInto({ width: 1920, height: 1080 }, { width: 320, height: 320 })).toEqual({ width: 320, height: 180 })
    expect(fitInto({ width: 100, height: 50 }, { width: 320, height: 320 })).toEqual({ width: 100, height: 50 })
    expect(fitInto({ width: 8000, height: 10 }, { width: 160, height: 160 })).toEqual({ width: 160, height: 2 })
  })
})

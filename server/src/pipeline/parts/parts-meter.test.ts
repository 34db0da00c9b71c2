import { describe, expect, test } from 'vitest'
import { PartsMeter } from './parts-meter.ts'

/** What is foretold at each tenth of a second of work that takes `took` seconds, as the second at which it will end. */
function foretold(expected: number, took: number): { done: number; end: number }[] {
  const meter = new PartsMeter(expected)
  const moments = Array.from({ length: took * 10 }, (_, at) => at / 10)
  return moments.map((at) => ({ done: at / took, end: at + meter.secondsLeft(at / took, at * 1000) }))
}

describe('the end of parts', () => {
  test('is the plan until something is done', () => {
    expect(foretold(40, 30)[0]).toEqual({ done: 0, end: 40 })
  })

  test.each([
    [40, 30],
    [30, 40],
    [300, 300],
  ])('is known after a tenth when %s seconds were planned and it takes %s', (expected, took) => {
    const late = foretold(expected, took).filter(({ done }) => done >= 0.1)
    for (const { end } of late) expect(Math.abs(end - took)).toBeLessThan(took * 0.2)
  })

  test('is nearer when others come to help, within a minute', () => {
    const meter = new PartsMeter(400)
    for (let at = 0; at <= 100; at += 1) meter.secondsLeft(at / 400, at * 1000)
    let left = 0
    for (let at = 101; at <= 162; at += 1) left = meter.secondsLeft((100 + (at - 100) * 4) / 400, at * 1000)
    expect(left).toBeLessThan((1 - (100 + 62 * 4) / 400) * 100 * 1.3)
  })
})

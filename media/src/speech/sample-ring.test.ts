import { describe, expect, it } from 'vitest'
import { levelOf, SampleRing, WindowReader } from './sample-ring.ts'
import { speechRate } from './speech-rate.ts'

const counting = (from: number, count: number): Float32Array => Float32Array.from({ length: count }, (_, at) => from + at)

describe('the ring of samples', () => {
  it('returns what was added last, by its position, and forgets what is older', () => {
    const ring = new SampleRing(1)
    for (let at = 0; at < 3 * speechRate; at += 512) ring.add(counting(at, Math.min(512, 3 * speechRate - at)))
    expect([ring.start, ring.end]).toEqual([2 * speechRate, 3 * speechRate])
    expect(ring.slice(2 * speechRate + 100, 2 * speechRate + 103)).toEqual(counting(2 * speechRate + 100, 3))
    expect(ring.slice(0, 4 * speechRate)).toEqual(counting(2 * speechRate, speechRate))
    expect(ring.slice(0, 100)).toHaveLength(0)
  })

  it('takes more samples at once than it holds', () => {
    const ring = new SampleRing(1)
    ring.add(counting(0, 100))
    ring.add(counting(100, speechRate * 2 + 7))
    expect(ring.slice(ring.end - 3, ring.end)).toEqual(counting(ring.end - 3, 3))
    expect(ring.slice(ring.start, ring.start + 3)).toEqual(counting(ring.start, 3))
  })

  it('finds the quietest spot, and the middle of even silence', () => {
    const ring = new SampleRing(4)
    const samples = new Float32Array(4 * speechRate).fill(0.5)
    samples.fill(0.01, 2.5 * speechRate, 2.7 * speechRate)
    ring.add(samples)
    const spot = ring.quietest(speechRate, 4 * speechRate) / speechRate
    expect(spot).toBeGreaterThan(2.5)
    expect(spot).toBeLessThan(2.7)
    expect(ring.quietest(0, speechRate) / speechRate).toBeCloseTo(0.5, 1)
  })

  it('measures the level', () => {
    expect(levelOf(new Float32Array(100).fill(1))).toBeCloseTo(0)
    expect(levelOf(new Float32Array(100).fill(0.01))).toBeCloseTo(-40)
    expect(levelOf(new Float32Array(100))).toBe(Number.NEGATIVE_INFINITY)
  })
})

it('cuts bytes into windows, whatever the size of the chunks', () => {
  const bytes = Buffer.alloc(2 * 10)
  for (let at = 0; at < 10; at += 1) bytes.writeInt16LE(at * 1000 - 3000, at * 2)
  const reader = new WindowReader(4)
  const windows = [0, 1, 8, 9, 17].flatMap((at, index, all) => [...reader.read(bytes.subarray(at, all[index + 1] ?? 20))])
  const last = reader.last()
  const values = [...windows, ...(last ? [last] : [])].flatMap((window) => [...window].map((sample) => Math.round(sample * 32_768)))
  expect(values).toEqual([-3000, -2000, -1000, 0, 1000, 2000, 3000, 4000, 5000, 6000, 0, 0])
  expect(new WindowReader(4).last()).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import { readFrameTiming } from './frame-timing.ts'
import { PacketLog } from './packet-log.ts'

/** Packets as ffprobe lists them: time, flags. */
function trackOf(packets: readonly [time: number | 'N/A', flags?: string][], duration = 0.04) {
  const log = new PacketLog()
  for (const [time, flags = '__'] of packets) {
    const times = time === 'N/A' ? '' : `"pts_time": "${time}", "dts_time": "${time}", `
    log.add(`        { "stream_index": 0, ${times}"duration_time": "${duration}", "size": "1000", "flags": "${flags}" },`)
  }
  const track = log.tracks.get(0)
  if (!track) throw new Error('no packets')
  return track
}

const every = (seconds: number, count: number, round = 1e6): [number, string][] =>
  Array.from({ length: count }, (_, at) => [Math.round(at * seconds * round) / round, at % 50 === 0 ? 'K_' : '__'])

describe('frame timing', () => {
  it('finds the exact rate behind millisecond stamps', () => {
    const timing = readFrameTiming(trackOf(every(1001 / 30000, 300, 1000)), [{ num: 30000, den: 1001 }])
    expect(timing).toMatchObject({ frameSpacing: 'constant', rate: { num: 30000, den: 1001 }, frames: 300, untidyTimes: false })
  })

  it('finds a usual rate the header does not name', () => {
    expect(readFrameTiming(trackOf(every(0.04, 100)), [{ num: 90000, den: 1 }]).rate).toEqual({ num: 25, den: 1 })
  })

  it('sees a grid with holes, and frames on none', () => {
    const holes = every(0.04, 100).filter((_, at) => at % 7 !== 3)
    expect(readFrameTiming(trackOf(holes), [])).toMatchObject({ frameSpacing: 'holes', rate: { num: 25, den: 1 }, frames: holes.length })
    expect(readFrameTiming(trackOf([[0], [0.013], [0.171], [0.39], [0.401]]), []).frameSpacing).toBe('free')
  })

  it('leaves out what an edit list hides', () => {
    const timing = readFrameTiming(trackOf([[-0.08, 'KD'], [-0.04, '_D'], [0], [0.04], [0.08]]), [])
    expect(timing).toMatchObject({ frames: 3, start: 0, trimmed: true })
    expect(timing.end).toBeCloseTo(0.12)
  })

  it('knows groups that cannot stand alone', () => {
    expect(readFrameTiming(trackOf([[0, 'K_'], [0.08], [0.04], [0.2, 'K_'], [0.16], [0.24]]), []).openGop).toBe(true)
    expect(readFrameTiming(trackOf([[0, 'K_'], [0.08], [0.04], [0.12, 'K_'], [0.2], [0.16]]), []).openGop).toBe(false)
  })

  it('gives a bare stream the rate it names', () => {
    const timing = readFrameTiming(trackOf(Array.from({ length: 50 }, () => ['N/A'])), [{ num: 25, den: 1 }])
    expect(timing).toMatchObject({ frames: 50, rate: { num: 25, den: 1 }, untidyTimes: true })
    expect(timing.end).toBeCloseTo(2)
  })

  it('marks two pictures at one time', () => {
    expect(readFrameTiming(trackOf([[0, 'K_'], [0.04], [0.04]]), []).untidyTimes).toBe(true)
  })
})

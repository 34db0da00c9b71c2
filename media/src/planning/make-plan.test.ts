import { describe, expect, it } from 'vitest'
import { encodeArguments } from '../arguments/encode-arguments.ts'
import type { VideoTrack } from '../probing/source-facts.ts'
import { integerBetween, oneOf, seededRandom } from '../testing/seeded-random.ts'
import { someMachine, someSource } from '../testing/some-source.ts'
import { formats } from './formats.ts'
import { makePlan } from './make-plan.ts'

const actions = (facts = someSource()): string[] =>
  makePlan(facts, formats, someMachine).formats.map(({ format, action }) => `${format} ${action}`)
const graphOf = (args: readonly string[]): string => args[args.indexOf('-filter_complex') + 1] ?? ''
const argumentsFor = (video: Partial<VideoTrack>): string =>
  graphOf(encodeArguments(makePlan(someSource({ video }), ['720p'], someMachine), '/in'))

describe('the plan', () => {
  it('copies the top of a compatible source, encodes below it and skips above it', () => {
    expect(actions()).toEqual(['4k skip', '1080p copy', '720p encode', '480p encode'])
  })

  it.each([
    ['another codec', { codec: 'hevc' }, 'hevc'],
    ['10 bit', { bitDepth: 10, pixelFormat: 'yuv420p10le' }, '10 bit'],
    ['4:4:4', { chroma: '4:4:4' as const }, '4:4:4'],
    ['turned', { rotation: 180 }, 'rotated'],
    ['odd pixels', { sampleAspect: { num: 4, den: 3 }, stored: { width: 1440, height: 1080 } }, 'not square'],
    ['interlaced', { interlaced: true }, 'interlaced'],
    [
      'HDR',
      { colour: { primaries: 'bt2020', transfer: 'smpte2084', matrix: 'bt2020nc', fullRange: false, range: 'pq' as const } },
      'standard range',
    ],
    ['a wasteful bitrate', { bitrate: 40_000_000 }, 'kbit/s'],
    ['long groups', { longestGop: 30 }, '30 s apart'],
    ['open groups', { openGop: true }, 'cannot be cut'],
    ['an edit list', { trimmed: true }, 'edit list'],
    ['damage', { damaged: true }, 'damaged'],
    ['300 frames a second', { rate: { num: 300, den: 1 } }, 'than players support'],
  ])('re-encodes the top format for %s and says why', (_, video, words) => {
    const top = makePlan(someSource({ video }), ['1080p'], someMachine).formats[0]
    expect(top).toMatchObject({ action: 'encode' })
    expect(top?.reason).toContain(words)
  })

  it('copies nothing of a damaged source', () => {
    const plan = makePlan(someSource({ video: { damaged: true } }), formats, someMachine)
    expect(plan.formats.map(({ action }) => action)).toEqual(['skip', 'encode', 'encode', 'encode'])
  })

  it('makes one video at its own height when all formats are taller', () => {
    const plan = makePlan(someSource({ video: { stored: { width: 320, height: 240 } } }), ['1080p', '720p'], someMachine)
    expect(plan.formats).toMatchObject([
      { format: '1080p', action: 'skip' },
      { format: '720p', width: 320, height: 240 },
    ])
    expect(plan.formats[1]?.reason).toContain('its own height')
  })

  it('says what happens to HDR, with and without tone mapping', () => {
    const hdr = someSource({
      video: { colour: { primaries: 'bt2020', transfer: 'arib-std-b67', matrix: 'bt2020nc', fullRange: false, range: 'hlg' } },
    })
    expect(makePlan(hdr, ['720p'], someMachine).notes.join()).toContain('mapped')
    const without = makePlan(hdr, ['720p'], { ...someMachine, zscale: false, toneMapping: false })
    expect(without.notes.join()).toContain('lacks zscale')
    expect(graphOf(encodeArguments(without, '/in'))).not.toContain('zscale')
  })

  it('treats each kind of picture as it needs', () => {
    // Only YUV in limited range with whole samples of chroma is scaled the fast way.
    expect(argumentsFor({})).toContain('zscale=')
    expect(argumentsFor({ pixelFormat: 'yuv420p10le', bitDepth: 10 })).toContain(':dither=ordered,format=yuv420p,')
    expect(argumentsFor({ chroma: 'rgb', pixelFormat: 'rgb24' })).not.toContain('zscale=')
    expect(argumentsFor({ stored: { width: 1921, height: 1080 } })).not.toContain('zscale=')
    expect(graphOf(encodeArguments(makePlan(someSource({}), ['720p'], { ...someMachine, zscale: false }), '/in'))).toContain(
      'scale=1280:720:flags=bicubic',
    )
    expect(argumentsFor({ interlaced: true })).toContain('bwdif=mode=send_frame:deint=interlaced')
    expect(argumentsFor({ chroma: 'rgb', pixelFormat: 'rgb24' })).toContain('out_color_matrix=bt709')
    expect(argumentsFor({ pixelFormat: 'yuvj420p', colour: { ...someSource().video.colour, fullRange: true } })).toContain(
      'in_range=pc:out_range=tv',
    )
    expect(argumentsFor({ rate: { num: 120, den: 1 }, frames: 1200 })).toContain('settb=1/120')
    expect(argumentsFor({ rate: { num: 480, den: 1 }, frames: 4800 })).toContain('fps=60/1')
    expect(argumentsFor({ frameSpacing: 'free' })).toContain('settb=1/90000')
  })

  it('puts a late picture in step: the input is shifted, the first frame held', () => {
    const plan = makePlan(
      someSource({ video: { start: 3, end: 13 }, audio: { start: 2, end: 12 }, facts: { start: 0.5, origin: 2 } }),
      ['720p'],
      someMachine,
    )
    const args = encodeArguments(plan, '/in')
    expect(args[args.indexOf('-itsoffset') + 1]).toBe('-1.500000')
    expect(graphOf(args)).toContain("setpts='if(lt(T,1.002000),0,PTS)'")
  })

  it('encodes every rung from the source, with key frames at the same moments', () => {
    const valuesOf = (args: readonly string[], option: string) => args.flatMap((word, at) => (word === option ? [args[at + 1]] : []))
    const foreign = (video = {}) =>
      encodeArguments(makePlan(someSource({ video: { codec: 'hevc', ...video } }), formats, someMachine), '/in')
    const even = foreign()
    expect(graphOf(even)).toMatch(/\[source1\][^;]*zscale=w=1280:h=720.*\[source2\][^;]*zscale=w=854:h=480/)
    expect(valuesOf(even, '-g')).toEqual(['60', '60', '60'])
    expect(valuesOf(even, '-x264-params').every((params) => params?.includes('scenecut=0'))).toBe(true)
    const early = '0.992,1.992,2.992,3.992'
    expect(valuesOf(even, '-force_key_frames')).toEqual([early, early, early])
    const short = encodeArguments(makePlan(someSource({ video: { codec: 'hevc' }, facts: { duration: 5 } }), formats, someMachine), '/in')
    expect(valuesOf(short, '-force_key_frames')).toEqual([])
    const cut = foreign({ keyFrames: [0, 4, 5.5, 9.5] })
    expect(new Set(valuesOf(cut, '-force_key_frames'))).toEqual(new Set([`${early},5.492`]))
    const free = valuesOf(foreign({ frameSpacing: 'free' }), '-force_key_frames')
    expect(free).toHaveLength(3)
    expect(new Set(free).size).toBe(1)
    const beside = encodeArguments(makePlan(someSource(), formats, someMachine), '/in')
    expect(beside[beside.indexOf('-force_key_frames') + 1]).toBe('0.000,1.992,3.992,5.992,7.992')
  })

  it('leaves changes of scene to the encoder of a single rung', () => {
    const args = encodeArguments(makePlan(someSource({ video: { codec: 'hevc' } }), ['720p'], someMachine), '/in')
    expect(args.join(' ')).not.toContain('scenecut')
  })

  it('shows a sign of life several times a second, however slow the pass is', () => {
    const progressOf = (width: number, height: number) =>
      makePlan(someSource({ video: { codec: 'hevc', stored: { width, height } } }), formats, someMachine).progressInterval
    expect(progressOf(320, 240)).toBeLessThanOrEqual(0.5)
    expect(progressOf(3840, 2160)).toBeLessThan(progressOf(320, 240))
  })

  it('guards every input before it is opened', () => {
    for (const chosen of [['1080p'], ['720p']] as const) {
      const args = encodeArguments(makePlan(someSource(), chosen, someMachine), '/in; rm -rf')
      let guarded = false
      for (const word of args) {
        if (word === '-protocol_whitelist') guarded = true
        if (word === '-i') {
          expect(guarded).toBe(true)
          guarded = false
        }
      }
      expect(args).toContain('file:/in; rm -rf')
    }
  })

  it('holds for any source: sane forecasts, one decision for each format', () => {
    const random = seededRandom(11)
    for (let round = 0; round < 500; round += 1) {
      const facts = someSource({
        video: {
          stored: { width: integerBetween(random, 2, 6000), height: integerBetween(random, 2, 6000) },
          rotation: oneOf(random, [0, 90, 180, 270]),
          sampleAspect: oneOf(random, [
            { num: 1, den: 1 },
            { num: 4, den: 3 },
            { num: 8, den: 9 },
          ]),
          rate: { num: integerBetween(random, 1, 240), den: oneOf(random, [1, 1001]) },
          frameSpacing: oneOf(random, ['constant', 'holes', 'free']),
          codec: oneOf(random, ['h264', 'hevc', 'vp9', 'unheard-of']),
        },
        audio: oneOf(random, [null, {}, { codec: 'opus', channels: 6 }]),
      })
      const plan = makePlan(facts, formats, someMachine)
      expect(plan.formats.map(({ format }) => format)).toEqual(formats)
      expect(plan.rungs.length).toBeGreaterThan(0)
      for (const { reason, expectedBytes, expectedSeconds, action, width, height } of plan.formats) {
        expect(reason).toMatch(/^[A-Z].*\.$/)
        expect(Number.isFinite(expectedBytes) && Number.isFinite(expectedSeconds) && expectedSeconds >= 0).toBe(true)
        expect(action === 'skip').toBe(width === null)
        if (width !== null && height !== null) expect(width % 2 || height % 2).toBe(0)
      }
      for (const { threads } of plan.rungs) expect(threads).toBeGreaterThanOrEqual(1)
      expect(encodeArguments(plan, '/in').every((word) => !/NaN|undefined|Infinity/.test(word))).toBe(true)
    }
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeHls, fakeMediaSource } from '../../../../../../../test-support/fake-hls.ts'
import { attachAdaptive } from '../attach-adaptive.ts'
import { forgetAnswers } from './decodes-well.ts'

vi.mock('hls.js/light', () => ({ default: FakeHls }))

const level = (height: number, codec: 'avc1.64001f' | 'av01.0.08M.08') => ({
  ...{ width: (height * 16) / 9, height, frameRate: 30, videoCodec: codec },
  bitrate: height * (codec.startsWith('av01') ? 1000 : 2000),
})
/** In the order of the library: by size, then by codec. */
const both = [480, 720].flatMap((height) => [level(height, 'avc1.64001f'), level(height, 'av01.0.08M.08')])
const listed = (levels: ReturnType<typeof level>[]) => vi.spyOn(FakeHls, 'levelsOfStream', 'get').mockReturnValue(levels)

let frames = { totalVideoFrames: 0, droppedVideoFrames: 0 }
const answers = (av1: object, h264 = { smooth: true, powerEfficient: true }) =>
  vi.stubGlobal('navigator', {
    mediaCapabilities: {
      decodingInfo: async ({ video }: { video: { contentType: string } }) => ({
        ...{ supported: true, smooth: true, powerEfficient: true },
        ...(video.contentType.includes('av01') ? av1 : h264),
      }),
    },
  })

beforeEach(() => {
  localStorage.clear()
  forgetAnswers()
  fakeMediaSource()
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  frames = { totalVideoFrames: 0, droppedVideoFrames: 0 }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function play() {
  const video = document.createElement('video')
  Object.assign(video, { getVideoPlaybackQuality: () => frames, play: async () => {} })
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
  const onFail = vi.fn()
  const count = FakeHls.created.length
  const detach = attachAdaptive(video, '/master.m3u8', { isAwaited: true, startAt: 0, onFail })
  await vi.waitFor(() => expect(FakeHls.created[count]?.startedAt).toBe(0))
  const hls = FakeHls.created.at(-1)
  if (!hls) throw new Error('The library was not used.')
  return { hls, video, onFail, detach, cap: hls.levels[hls.autoLevelCapping] }
}
const codecOf = (one: { videoCodec?: string } | undefined) => one?.videoCodec?.slice(0, 4)

test.each([
  ['decodes it well', {}, both, 'av01'],
  ['decodes it well, and the tallest quality is only left in it', {}, both.filter((one) => one !== both[2]), 'av01'],
  ['stutters', { smooth: false }, both, 'avc1'],
  ['takes more power for it', { powerEfficient: false }, both, 'avc1'],
  [
    'decodes it well, but the tallest quality is missing',
    {},
    both.filter(({ height, videoCodec }) => height < 720 || videoCodec.startsWith('avc1')),
    'avc1',
  ],
])('a device that %s', async (_, answer, levels, codec) => {
  listed(levels)
  answers(answer)
  const { cap, hls, detach } = await play()
  expect(codecOf(cap)).toBe(codec)
  expect(cap?.height).toBe(720)
  expect(codecOf(hls.levels[hls.startLevel])).toBe(codec)
  // On a slow connection the library takes whichever is smaller.
  expect(new Set(hls.levels.map(codecOf))).toEqual(new Set([codec]))
  detach()
})

test('a device that decodes neither in hardware plays AV1 if it is smooth', async () => {
  listed(both)
  answers({ powerEfficient: false }, { smooth: true, powerEfficient: false })
  expect(codecOf((await play()).cap)).toBe('av01')
})

test('frames that are dropped lead to H.264 without another source, and are remembered', async () => {
  listed(both)
  answers({})
  const { hls, onFail, detach } = await play()
  for (let look = 0; look < 6; look += 1) {
    frames = { totalVideoFrames: frames.totalVideoFrames + 60, droppedVideoFrames: frames.droppedVideoFrames + 12 }
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(hls.nextLevels.map((index) => hls.levels[index])).toEqual([level(720, 'avc1.64001f')])
  // What is loaded already is shown to the end of its group.
  hls.emit(FakeHls.Events.LEVEL_SWITCHED, { level: 0 })
  expect(hls.loadLevel).toBe(hls.nextLevels[0])
  hls.emit(FakeHls.Events.LEVEL_SWITCHED, { level: 3 })
  expect(hls.levels.map(codecOf)).toEqual(['avc1', 'avc1'])
  expect(hls.loadLevel).toBe(-1)
  expect(hls.levels[hls.autoLevelCapping]).toEqual(level(720, 'avc1.64001f'))
  expect(onFail).not.toHaveBeenCalled()
  detach()
  expect(codecOf((await play()).cap)).toBe('avc1')
  await vi.advanceTimersByTimeAsync(31 * 86_400_000)
  expect(codecOf((await play()).cap)).toBe('av01')
})

test('the library may hear of a failed decoder before the element says so', async () => {
  listed(both)
  answers({})
  const { hls, video, onFail } = await play()
  Object.assign(video, { error: { code: 3 } })
  hls.emit(FakeHls.Events.ERROR, { fatal: false, type: 'mediaError' })
  expect(hls.isDestroyed).toBe(true)
  expect(onFail).not.toHaveBeenCalled()
  expect(codecOf((await play()).cap)).toBe('avc1')
})

test('when decoding fails, the video goes on in H.264 from where it was, and the next one begins with it', async () => {
  listed(both)
  answers({})
  const { hls, onFail } = await play()
  const count = FakeHls.created.length
  hls.emit(FakeHls.Events.ERROR, { fatal: true, type: 'mediaError' })
  await vi.waitFor(() => expect(FakeHls.created[count]?.startedAt).toBe(0))
  const next = FakeHls.created[count]
  expect(codecOf(next?.levels[next.autoLevelCapping])).toBe('avc1')
  expect(onFail).not.toHaveBeenCalled()
  // In H.264 there is nothing else to try.
  next?.emit(FakeHls.Events.ERROR, { fatal: true, type: 'mediaError' })
  expect(onFail).toHaveBeenCalledWith('format')
  expect(codecOf((await play()).cap)).toBe('avc1')
})

test('when the file in AV1 is missing, the video goes on in H.264, and the next one begins with AV1 again', async () => {
  listed(both)
  answers({})
  const { hls, onFail } = await play()
  const count = FakeHls.created.length
  hls.emit(FakeHls.Events.ERROR, { fatal: true, type: 'networkError', response: { code: 404 } })
  await vi.waitFor(() => expect(FakeHls.created[count]?.startedAt).toBe(0))
  const next = FakeHls.created[count]
  expect(codecOf(next?.levels[next.autoLevelCapping])).toBe('avc1')
  expect(onFail).not.toHaveBeenCalled()
  next?.emit(FakeHls.Events.ERROR, { fatal: true, type: 'networkError', response: { code: 404 } })
  expect(onFail).toHaveBeenCalledWith('network')
  const later = await play()
  expect(codecOf(later.cap)).toBe('av01')
  // Without any answer H.264 would not come either.
  later.hls.emit(FakeHls.Events.ERROR, { fatal: true, type: 'networkError' })
  expect(later.onFail).toHaveBeenCalledWith('network')
})

describe('where the smallest quality is only in H.264', () => {
  const onlyTall = both.filter(({ height, videoCodec }) => height > 480 || videoCodec.startsWith('avc1'))
  const smaller = [level(240, 'avc1.64001f'), ...onlyTall]

  test('a connection that is fast enough plays AV1, and H.264 from when it is not', async () => {
    listed(smaller)
    answers({})
    const { hls, cap } = await play()
    expect(codecOf(cap)).toBe('av01')
    hls.measured = 720_000
    hls.emit(FakeHls.Events.FRAG_LOADED)
    expect(hls.nextLevels).toEqual([])
    hls.measured = 719_999
    for (let at = 0; at < 2; at += 1) hls.emit(FakeHls.Events.FRAG_LOADED)
    expect(hls.nextLevels.map((index) => hls.levels[index])).toEqual([level(240, 'avc1.64001f')])
    hls.emit(FakeHls.Events.LEVEL_SWITCHED, { level: 1 })
    expect(hls.levels.map(codecOf)).toEqual(['avc1', 'avc1', 'avc1'])
    // It says nothing about the device.
    expect(codecOf((await play()).cap)).toBe('av01')
  })

  test('a slow connection plays H.264 from the start', async () => {
    listed(smaller)
    answers({})
    localStorage.setItem('video_forge_player', JSON.stringify({ bandwidth: 500_000 }))
    expect(codecOf((await play()).cap)).toBe('avc1')
  })

  test('a slow connection stays with AV1 where H.264 has nothing smaller', async () => {
    listed(both)
    answers({})
    const { hls } = await play()
    hls.measured = 100_000
    hls.emit(FakeHls.Events.FRAG_LOADED)
    expect(hls.nextLevels).toEqual([])
  })
})

test.each([
  ['a stutter of five frames in a second', 5, 2, true],
  ['one dropped frame of few', 5, 0.25, false],
  ['pictures that hardly change', 1, 0.5, false],
])('%s', async (_, framesEach, droppedEach, leads) => {
  listed(both)
  answers({})
  const { hls } = await play()
  for (let look = 0; look < 6; look += 1) {
    frames = {
      totalVideoFrames: frames.totalVideoFrames + 2 * framesEach,
      droppedVideoFrames: frames.droppedVideoFrames + 2 * droppedEach,
    }
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(hls.nextLevels.length > 0).toBe(leads)
})

import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { FakeHls, fakeMediaSource } from '../../../../test-support/fake-hls.ts'
import { fakeMedia, loadMetadata } from '../../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { WatchPlayer } from './watch-player.tsx'

vi.mock('hls.js/light', () => ({ default: FakeHls }))
beforeAll(() => import('./menus/player-menu.tsx'))

let turn = 0

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  fakeMedia()
  fakeMediaSource()
  turn = 0
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

const store = (settings: object) => localStorage.setItem('video_forge_player', JSON.stringify({ ...settings, version: 2 }))

async function show(search = '') {
  await showUnused(search)
  fireEvent.pointerMove(document)
  await untilCreated(1)
}

/** As a page that nobody has touched yet. */
async function showUnused(search = '') {
  fakeApi({
    [`GET /gallery/videos/${videoId(1)}/stream`]: () => {
      turn += 1
      return streamLike({ hlsUrl: `/media/master.m3u8?${turn}` })
    },
  })
  showPage(<WatchPlayer video={detailsLike(1)} link={undefined} startsByItself={false} />, '/video/:id', `/video/${videoId(1)}${search}`)
  await pass(0)
}
const untilCreated = (count: number) =>
  vi.waitFor(async () => {
    await pass(0)
    expect(FakeHls.created).toHaveLength(count)
  })
const hls = () => {
  const last = FakeHls.created.at(-1)
  if (!last) throw new Error('The library was not used.')
  return last
}
const video = () => screen.getByLabelText<HTMLVideoElement>('Clip 1', { selector: 'video' })

async function choose(name: RegExp) {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Quality/ }), { key: 'Enter' })
  await pass(0)
  fireEvent.click(screen.getByRole('menuitemradio', { name }))
  await pass(0)
}

test.each([
  [10_000_000, 1],
  [1_600_000, 0],
])('measured %s bits per second before: starts with level %s', async (bandwidth, level) => {
  store({ bandwidth })
  await show()
  expect(hls()).toMatchObject({ url: '/media/master.m3u8?1', startLevel: level, autoLevelCapping: 1, startedAt: 0 })
})

test('a small picture limits the level', async () => {
  store({ bandwidth: 10_000_000 })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(225)
  await show()
  expect(hls()).toMatchObject({ startLevel: 0, autoLevelCapping: 0 })
})

test('a page that nobody uses is left alone for a while', async () => {
  await showUnused()
  await pass(2900)
  expect(FakeHls.created).toHaveLength(0)
  await pass(200)
  await untilCreated(1)
})

test('somebody who comes from another page of the site does not wait', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ loadEventEnd: performance.now() - 5000 } as PerformanceNavigationTiming])
  await showUnused()
  await untilCreated(1)
})

test('is loaded and plays when somebody plays it before that', async () => {
  await showUnused()
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play')
  await act(async () => void video().play())
  await untilCreated(1)
  // By the person, and again with the source, which pauses the element.
  expect(played).toHaveBeenCalledTimes(2)
})

test('loads little before someone plays it, and more then', async () => {
  await show()
  expect(hls().config).toMatchObject({ maxBufferLength: 6, maxMaxBufferLength: 6 })
  await loadMetadata(video())
  await act(() => video().play())
  expect(hls().config).toMatchObject({ maxBufferLength: 30, maxMaxBufferLength: 30 })
})

test('starts loading at the time of the address', async () => {
  await show('?t=40')
  expect(hls().startedAt).toBe(40)
})

test('a chosen quality plays its file at the same position, and what was measured is remembered', async () => {
  store({ bandwidth: 5_000_000 })
  await show()
  await loadMetadata(video())
  await act(async () => {
    await video().play()
    video().currentTime = 33
  })
  await choose(/^720p/)
  expect(hls().isDestroyed).toBe(true)
  expect(video().getAttribute('src')).toBe('/media/720.mp4')
  await loadMetadata(video())
  expect([video().currentTime, video().paused]).toEqual([33, false])
  expect(JSON.parse(localStorage.getItem('video_forge_player') ?? '')).toMatchObject({ bandwidth: 5_000_000, quality: '720p' })
  await choose(/^Auto/)
  await untilCreated(2)
  expect(hls().startedAt).toBe(33)
})

test('a failure is recovered once; a lost network is tried again by itself', async () => {
  await show()
  await loadMetadata(video())
  const fail = () => act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: true, type: 'networkError' }))
  await act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: false }))
  expect(turn).toBe(1)
  await fail()
  await untilCreated(2)
  await fail()
  expect(screen.getByText('Failed to load video')).toBeTruthy()
  expect(screen.getByText(/^The connection was lost/)).toBeTruthy()
  await pass(2000)
  await untilCreated(3)
  expect(screen.queryByText('Failed to load video')).toBeNull()
})

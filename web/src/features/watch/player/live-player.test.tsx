import { act, fireEvent, screen, within } from '@testing-library/react'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Quality } from '@video-forge/contract/rules/video-rules'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { FakeHls, fakeMediaSource } from '../../../../test-support/fake-hls.ts'
import { fakeMedia, loadMetadata, setReady } from '../../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { WatchPage } from '../watch-page.tsx'

vi.mock('hls.js', () => ({ default: FakeHls }))

const address = `/gallery/videos/${videoId(1)}`
const progress = { status: 'PROCESSING', progress: 34, stage: 'Encoding', etaSeconds: 120 }
const sizes: Partial<Record<Quality, string>> = { '480p': '854x480', '720p': '1280x720' }
/** Seconds of each quality; null when it is complete. */
type Encoded = Partial<Record<'480p' | '720p', number | null>>
let encoded: Encoded | undefined
let details: VideoDetails
let turn = 0

const stream = () => {
  turn += 1
  if (!encoded) return streamLike()
  const qualities = (Object.entries(encoded) as [Quality, number | null][]).map(([quality, playableSeconds]) => ({
    quality,
    resolution: sizes[quality] ?? null,
    size: 0,
    playableSeconds,
  }))
  return streamLike({
    streamUrl: '/media/480p.m3u8',
    liveUrl: `/media/live.m3u8?${turn}`,
    qualities,
    stream: { quality: '480p', live: true, playableSeconds: 20 },
  })
}

// Loaded once, so that the tests need not wait for it.
beforeAll(() => Promise.all([import('./menus/player-menu.tsx'), import('./keyboard/keyboard-dialog.tsx')]))

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('video_forge_player', '{"quality":"auto"}')
  fakeBrowser()
  fakeMedia()
  fakeMediaSource()
  turn = 0
  encoded = { '480p': 20 }
  details = detailsLike(1, { processing: true, progress })
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

async function show() {
  const seen = fakeApi({ [`GET ${address}`]: () => ({ body: { success: true, video: details } }), [`GET ${address}/stream`]: stream })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  await pass(0)
  await vi.waitFor(() => expect(FakeHls.created.length > 0 || !('MediaSource' in window)).toBe(true))
  return seen
}
const video = () => screen.getByLabelText<HTMLVideoElement>('Clip 1', { selector: 'video' })
const player = () => within(screen.getByRole('region', { name: 'Player' }))
const hls = () => {
  const last = FakeHls.created.at(-1)
  if (!last) throw new Error('The library was not used.')
  return last
}
const seek = (seconds: number) =>
  act(async () => {
    video().currentTime = seconds
  })
const slider = () => screen.getByRole('slider', { name: 'Seek' })

async function openMenu() {
  fireEvent.keyDown(player().getByRole('button', { name: /^Quality/ }), { key: 'Enter' })
  await pass(0)
}
async function choose(name: RegExp) {
  await openMenu()
  fireEvent.click(screen.getByRole('menuitemradio', { name }))
  await pass(600)
}
async function play(seconds: number) {
  await loadMetadata(video())
  await setReady(video(), true)
  await act(() => video().play())
  await seek(seconds)
}

test('plays what is encoded from the start, as long as the whole video', async () => {
  await show()
  expect(hls()).toMatchObject({ url: '/media/live.m3u8?1', startedAt: 0, duration: 84, autoLevelCapping: 0, manualLevel: -1 })
  expect(player().getByRole('button', { name: 'Quality: Auto' })).toBeTruthy()
  expect(player().getByText(/^Still being encoded/).textContent).toBe('Still being encoded: 34%, about 2 min left. You can already watch.')
})

test('moves up by itself, and the end of the job changes nothing but the limit', async () => {
  await show()
  await play(5)
  encoded = { '480p': 60, '720p': 40 }
  await pass(3600)
  expect(hls().autoLevelCapping).toBe(1)
  encoded = undefined
  details = detailsLike(1)
  await pass(4000)
  expect(FakeHls.created).toHaveLength(1)
  expect(hls().isDestroyed).toBe(false)
  expect(hls().autoLevelCapping).toBe(1)
  expect(player().queryByText(/being encoded/)).toBeNull()
  expect(slider().getAttribute('aria-valuetext')).toBe('0:05 of 1:24')
  await pass(10_000)
  expect(turn).toBeLessThan(6)
})

test('a chosen quality is locked without another source, and says so while it is not far enough', async () => {
  encoded = { '720p': 12, '480p': 60 }
  await show()
  await play(5)
  await openMenu()
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    'AutoFits your connection',
    '720pbeing encoded, 0:12 so far',
    '480pbeing encoded, 1:00 so far',
  ])
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^720p/ }))
  await pass(600)
  expect(hls()).toMatchObject({ manualLevel: -1, autoLevelCapping: 0 })
  expect(player().getByText('720p is not encoded up to here yet. It starts by itself once it is.')).toBeTruthy()
  encoded = { '720p': 50, '480p': null }
  await pass(3600)
  expect(hls().manualLevel).toBe(1)
  expect(player().queryByText(/not encoded up to here/)).toBeNull()
  await choose(/^Auto/)
  expect(hls().manualLevel).toBe(-1)
  expect(FakeHls.created).toHaveLength(1)
})

test('a quality that is complete says nothing of encoding while others are made', async () => {
  encoded = { '720p': 84, '480p': 60 }
  await show()
  await openMenu()
  expect(screen.getByRole('menuitemradio', { name: /^720p/ }).textContent).not.toContain('being encoded')
  expect(screen.getByRole('menuitemradio', { name: /^480p/ }).textContent).toBe('480pbeing encoded, 1:00 so far')
})

test('a stored fixed quality plays live too', async () => {
  localStorage.setItem('video_forge_player', '{"quality":"480p"}')
  await show()
  expect(hls()).toMatchObject({ url: '/media/live.m3u8?1', manualLevel: 0 })
})

test.each([{ fatal: true }, { fatal: false, response: { code: 404 } }])(
  'chunks that are gone lead to the finished files, at the same position: %j',
  async (error) => {
    localStorage.setItem('video_forge_player', '{"quality":"480p"}')
    await show()
    await play(15)
    encoded = undefined
    await act(async () => {
      hls().emit(FakeHls.Events.ERROR, error)
      hls().emit(FakeHls.Events.ERROR, error)
    })
    await pass(0)
    expect(hls().isDestroyed).toBe(true)
    expect(video().getAttribute('src')).toBe('/media/720.mp4')
    await loadMetadata(video())
    expect([video().currentTime, video().paused]).toEqual([15, false])
    expect(player().queryByText('Failed to load video')).toBeNull()
  },
)

test('a new source starts at the position of the one before', async () => {
  await show()
  await play(15)
  await act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: true }))
  await vi.waitFor(async () => {
    await pass(0)
    expect(FakeHls.created).toHaveLength(2)
  })
  expect(hls()).toMatchObject({ url: '/media/live.m3u8?2', startedAt: 15 })
})

const untilCreated = (count: number) =>
  vi.waitFor(async () => {
    await pass(0)
    expect(FakeHls.created).toHaveLength(count)
  })
const isFailed = () => player().queryByText('Failed to load video') !== null

test('a store that cannot be reached is tried again by itself', async () => {
  await show()
  await play(15)
  const fail = () => act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: true, type: 'networkError' }))
  await fail()
  await untilCreated(2)
  await fail()
  expect([isFailed(), player().queryByText(/^The connection was lost/) !== null]).toEqual([true, true])
  await pass(2000)
  await untilCreated(3)
  expect([isFailed(), hls().startedAt]).toEqual([false, 15])
})

test('a chunk that does not come is waited for at first, and then counts as a lost connection', async () => {
  await show()
  await play(15)
  const refuse = (retryCount: number) =>
    act(async () =>
      hls().emit(FakeHls.Events.ERROR, { fatal: false, type: 'networkError', response: { code: 0 }, errorAction: { retryCount } }),
    )
  await refuse(7)
  await pass(2000)
  expect(FakeHls.created).toHaveLength(1)
  await refuse(8)
  await untilCreated(2)
  expect([isFailed(), hls().startedAt]).toEqual([false, 15])
})

test('a job that starts over several times is no failure, and the same chunks that stay away are one', async () => {
  await show()
  await play(15)
  const lose = (split: number) => {
    const url = `https://site/media/1/live-0000000${split}-0000-4000-8000-000000000000-480p-3.mp4`
    return act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: false, response: { code: 404, url } }))
  }
  for (const split of [1, 2, 3]) {
    await lose(split)
    await untilCreated(split + 1)
  }
  await lose(3)
  await untilCreated(5)
  expect(isFailed()).toBe(false)
  await lose(3)
  expect([isFailed(), player().queryByText(/^The connection was lost/)]).toEqual([true, null])
})

test('errors that the library handles are left to it', async () => {
  await show()
  await act(async () => hls().emit(FakeHls.Events.ERROR, { fatal: false, response: { code: 503 } }))
  await pass(0)
  expect(FakeHls.created).toHaveLength(1)
})

test('the timeline marks what is not encoded', async () => {
  await show()
  await play(5)
  expect(slider().getAttribute('aria-valuetext')).toBe('0:05 of 1:24, encoded up to 0:20')
  expect(slider().querySelector<HTMLElement>('[data-missing]')?.style.left).toBe(`${(20 / 84) * 100}%`)
  vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 84, 20))
  fireEvent.pointerMove(slider(), { clientX: 60 })
  expect(within(slider()).getByText(/1:00/).textContent).toBe('1:00 · not encoded yet')
  fireEvent.pointerMove(slider(), { clientX: 10 })
  expect(within(slider()).getByText('0:10').textContent).toBe('0:10')
})

test('waits at a part that is not encoded, says how long, and goes back when asked', async () => {
  await show()
  await play(5)
  encoded = { '480p': 26 }
  await pass(3000)
  vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 84, 20))
  await setReady(video(), false)
  fireEvent.pointerDown(slider(), { clientX: 57, buttons: 1 })
  expect(video().currentTime).toBe(57)
  const sentence = player().getByText('This part is not encoded yet.')
  expect(sentence.getAttribute('role')).toBe('status')
  // 36 s are missing, of which 2 are made each second.
  expect(player().getByText('About 18 s left. Playback continues by itself.')).toBeTruthy()
  fireEvent.click(player().getByRole('button', { name: 'Go back' }))
  expect(video().currentTime).toBe(5)
  await setReady(video(), true)
  expect(player().queryByText('This part is not encoded yet.')).toBeNull()
})

test('the wait ends when the part is there', async () => {
  await show()
  await play(5)
  await setReady(video(), false)
  await seek(40)
  expect(player().getByText('This part is not encoded yet.')).toBeTruthy()
  encoded = { '480p': 60 }
  await pass(3100)
  expect(player().queryByText('This part is not encoded yet.')).toBeNull()
  expect(video().currentTime).toBe(40)
  expect(video().paused).toBe(false)
})

test('at the end of what is encoded it says so after a moment, without a way back', async () => {
  await show()
  await play(19.5)
  await setReady(video(), false)
  expect(player().queryByText('The rest is not encoded yet.')).toBeNull()
  await pass(800)
  expect(player().getByText('The rest is not encoded yet.')).toBeTruthy()
  expect(player().queryByRole('button', { name: 'Go back' })).toBeNull()
})

test('a short stop before that is none', async () => {
  await show()
  await play(10)
  await setReady(video(), false)
  await pass(2000)
  expect(player().queryByText(/not encoded yet/)).toBeNull()
})

test('the player stays while encoding starts over', async () => {
  await show()
  const element = video()
  details = detailsLike(1, { status: 'processing', processing: true, progress: { ...progress, progress: 0 } })
  await pass(3100)
  expect(video()).toBe(element)
})

test('a browser without media sources gets the playlists of what exists', async () => {
  Reflect.deleteProperty(window, 'MediaSource')
  await show()
  expect(video().getAttribute('src')).toBe('/media/master.m3u8')
  expect(FakeHls.created).toHaveLength(0)
})

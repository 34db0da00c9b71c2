import { act, fireEvent, screen, within } from '@testing-library/react'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { fakeMedia, loadMetadata, media } from '../../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { WatchPage } from '../watch-page.tsx'

const address = `/gallery/videos/${videoId(1)}`
let details: VideoDetails

const progress = { status: 'PROCESSING', progress: 40, stage: null, etaSeconds: 30 }
const store = (settings: object) => localStorage.setItem('video_forge_player', JSON.stringify({ ...settings, version: 2 }))
const stored = () => JSON.parse(localStorage.getItem('video_forge_player') ?? '')

// Loaded once, so that the tests need not wait for it.
beforeAll(() => Promise.all([import('./menus/player-menu.tsx'), import('./keyboard/keyboard-dialog.tsx')]))

beforeEach(() => {
  localStorage.clear()
  store({ quality: '720p' })
  fakeBrowser()
  fakeMedia()
  details = detailsLike(1)
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

type Handlers = Parameters<typeof fakeApi>[0]
const byQuality: Handlers[string] = ({ query }) => {
  const quality = new URLSearchParams(query).get('quality')
  if (quality === 'original') return streamLike({ streamUrl: '/media/original', stream: { quality: 'original', resolution: '1920x1080' } })
  if (quality === '480p') return streamLike({ streamUrl: '/media/480.mp4', stream: { quality: '480p', resolution: '854x480' } })
  return streamLike()
}

async function show(handlers: Handlers = {}, search = '') {
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: details } }),
    [`GET ${address}/stream`]: byQuality,
    ...handlers,
  })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}${search}`)
  await pass(0)
  return seen
}
const video = () => screen.getByLabelText<HTMLVideoElement>('Clip 1', { selector: 'video' })
const source = () => video().getAttribute('src')
const asked = (seen: { key: string; query: string | undefined }[]) =>
  seen.filter(({ key }) => key.endsWith('/stream')).map(({ query }) => new URLSearchParams(query).get('quality'))
const player = () => within(screen.getByRole('region', { name: 'Player' }))
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })

async function choose(name: RegExp) {
  fireEvent.keyDown(player().getByRole('button', { name: /^Quality/ }), { key: 'Enter' })
  await pass(0)
  fireEvent.click(screen.getByRole('menuitemradio', { name }))
  await pass(0)
}
/** Simulates that the picture has another size from now on. */
function resize(width: number, height: number) {
  Object.defineProperties(video(), {
    videoWidth: { value: width, configurable: true },
    videoHeight: { value: height, configurable: true },
  })
  fireEvent(video(), new Event('resize'))
}
async function play(seconds: number) {
  await loadMetadata(video())
  await act(async () => {
    await video().play()
    video().currentTime = seconds
  })
}

test('a chosen 720p plays as a file, with our own controls and nothing to download', async () => {
  details = detailsLike(1, { thumbnailUrl: '/t.jpg' })
  const seen = await show()
  expect(asked(seen)).toEqual(['720p'])
  expect(source()).toBe('/media/720.mp4')
  expect(video().controls).toBe(false)
  expect(fireEvent.contextMenu(video())).toBe(false)
  expect(video().getAttribute('controlslist')).toBe('nodownload')
  expect(video().getAttribute('preload')).toBe('metadata')
  expect(video().getAttribute('poster')).toBe('/t.jpg')
  expect(video().hasAttribute('playsinline')).toBe(true)
  for (const fact of ['720p', '1280x720', '1:24']) expect(player().getAllByText(fact).length).toBeGreaterThan(0)
})

test('offers Auto, the fixed qualities and Original, and marks what plays', async () => {
  await show()
  fireEvent.keyDown(player().getByRole('button', { name: 'Quality: 720p' }), { key: 'Enter' })
  await pass(0)
  const items = screen.getAllByRole('menuitemradio')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'AutoFits your connection',
    'Original1920x1080 · 8.6 MB',
    '720p1280x720 · 2.9 MB',
    '480p854x480 · 977 KB',
  ])
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'false', 'true', 'false'])
})

test('a change of quality keeps time and play state, and is remembered', async () => {
  const seen = await show()
  await play(40)
  act(() => {
    video().playbackRate = 1.5
    video().volume = 0.3
    fireEvent(video(), new Event('ratechange'))
    fireEvent(video(), new Event('volumechange'))
  })
  await choose(/^Original/)
  expect(asked(seen)).toEqual(['720p', 'original'])
  expect(source()).toBe('/media/original')
  expect(video().paused).toBe(true)
  await loadMetadata(video())
  expect(video().currentTime).toBe(40)
  expect(video().paused).toBe(false)
  expect(video().defaultPlaybackRate).toBe(1.5)
  expect(player().getByRole('button', { name: 'Quality: Original' })).toBeTruthy()
  expect(stored()).toMatchObject({ volume: 0.3, muted: false, speed: 1.5, quality: 'original' })
})

test('a paused video stays paused, and two quick changes do not lose the time', async () => {
  await show()
  await loadMetadata(video())
  act(() => {
    video().currentTime = 12
  })
  await choose(/^480p/)
  await choose(/^Original/)
  await loadMetadata(video())
  expect(video().currentTime).toBe(12)
  expect(video().paused).toBe(true)
})

test('starts with the stored settings', async () => {
  store({ volume: 0.2, muted: true, speed: 2, quality: '480p' })
  const seen = await show()
  expect(asked(seen)).toEqual(['480p'])
  expect([video().volume, video().muted, video().playbackRate]).toEqual([0.2, true, 2])
  expect(player().getByText('2×', { selector: 'p *' })).toBeTruthy()
  expect(player().getByRole('button', { name: 'Speed: 2×' })).toBeTruthy()
  expect(player().getByRole('button', { name: 'Unmute' })).toBeTruthy()
})

test('Auto is the default, plays the adaptive stream and shows what it chose', async () => {
  localStorage.clear()
  await show()
  expect(source()).toBe('/media/master.m3u8')
  expect(player().getByRole('button', { name: 'Quality: Auto' })).toBeTruthy()
  resize(854, 480)
  expect(player().getByRole('button', { name: 'Quality: Auto (480p)' })).toBeTruthy()
  for (const fact of ['480p', '854x480']) expect(player().getByText(fact, { selector: 'p *' })).toBeTruthy()
  resize(640, 360)
  expect(player().getByRole('button', { name: 'Quality: Auto (360p)' })).toBeTruthy()
})

test('a video with one rendition plays its file, and has no Auto to choose', async () => {
  localStorage.clear()
  const qualities = [{ quality: '720p', resolution: '1280x720', size: 3_000_000, playableSeconds: null }] as const
  await show({ [`GET ${address}/stream`]: () => streamLike({ qualities: [...qualities] }) })
  expect(source()).toBe('/media/720.mp4')
  fireEvent.keyDown(player().getByRole('button', { name: 'Quality: 720p' }), { key: 'Enter' })
  await pass(0)
  expect(screen.getAllByRole('menuitemradio')).toHaveLength(1)
})

test('Auto without an adaptive stream plays the file and says what it is', async () => {
  store({ quality: 'auto' })
  await show({ [`GET ${address}/stream`]: () => streamLike({ hlsUrl: null }) })
  expect(source()).toBe('/media/720.mp4')
  expect(player().getByRole('button', { name: 'Quality: 720p' })).toBeTruthy()
})

test('says when the quality differs from the chosen one', async () => {
  await show({
    [`GET ${address}/stream`]: () => streamLike({ stream: { quality: 'original', note: '720p is not available; this is Original.' } }),
  })
  expect(player().getByText('720p is not available; this is Original.')).toBeTruthy()
})

test('offers new qualities while processing, without interrupting playback', async () => {
  details = detailsLike(1, {
    status: 'uploaded',
    processing: true,
    progress: { status: 'PROCESSING', progress: 10, stage: null, etaSeconds: null },
  })
  let made = false
  const original = { quality: 'original', resolution: '1920x1080', size: 9_000_000, playableSeconds: null } as const
  const small = { quality: '480p', resolution: '854x480', size: 1_000_000, playableSeconds: null } as const
  const seen = await show({
    [`GET ${address}/stream`]: () =>
      streamLike({
        streamUrl: `/media/original?${made}`,
        hlsUrl: null,
        qualities: made ? [original, small] : [original],
        stream: { quality: 'original' },
      }),
  })
  await play(7)
  made = true
  details = detailsLike(1)
  await pass(3000)
  await pass(0)
  expect(source()).toBe('/media/original?false')
  expect(video().paused).toBe(false)
  fireEvent.keyDown(player().getByRole('button', { name: /^Quality/ }), { key: 'Enter' })
  await pass(0)
  expect(screen.getByRole('menuitemradio', { name: /^480p/ })).toBeTruthy()
  const count = seen.length
  await pass(30_000)
  expect(seen).toHaveLength(count)
})

/** As Chromium does it: what fails is paused, and the pause is said after the error. */
async function fail(code: number) {
  Object.defineProperty(video(), 'error', { value: { code, MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 }, configurable: true })
  Object.defineProperty(video(), 'paused', { value: true, configurable: true })
  fireEvent.error(video())
  Reflect.deleteProperty(video(), 'paused')
  video().pause()
  await pass(0)
}
/** The next source has no error. */
async function loadNext() {
  Reflect.deleteProperty(video(), 'error')
  await loadMetadata(video())
}
const [decoding, unsupported] = [3, 4]
const waitsForQuality = () => player().queryByText(/^This browser cannot play the original. Playback begins/)

/** A video whose original is played until something is made of it. */
async function showOriginal(state: { isMade: boolean }) {
  details = detailsLike(1, { status: 'uploaded', processing: true, progress })
  const original = { quality: 'original', resolution: '1920x1080', size: 9, playableSeconds: null } as const
  const small = { quality: '720p', resolution: '1280x720', size: 1, playableSeconds: null } as const
  return show({
    [`GET ${address}/stream`]: ({ query }) => {
      const isWithout = query?.includes('original=false')
      const qualities = state.isMade ? [small, original] : [original]
      if (!isWithout) return streamLike({ streamUrl: '/media/original', hlsUrl: null, qualities, stream: { quality: 'original' } })
      return state.isMade ? streamLike({ qualities }) : failure(409, 'CONFLICT', 'This video has nothing to play yet.')
    },
  })
}

test('leaves an original that this browser cannot decode for what is made of it, as soon as that is there', async () => {
  const state = { isMade: false }
  const seen = await showOriginal(state)
  await play(7)
  await fail(decoding)
  expect(waitsForQuality()).toBeTruthy()
  await pass(3000)
  await pass(0)
  // Still the same sentence: it is not said again with each look.
  expect(waitsForQuality()).toBeTruthy()
  expect(player().queryByRole('alert')).toBeNull()
  state.isMade = true
  await pass(3000)
  await pass(0)
  expect(source()).toBe('/media/720.mp4')
  await loadNext()
  expect([video().currentTime, video().paused, waitsForQuality()]).toEqual([7, false, null])
  // It is asked for again only by somebody who chooses it.
  await choose(/^Original/)
  expect(seen.at(-1)?.query).toContain('quality=original')
  expect(seen.at(-1)?.query).not.toContain('original=false')
})

test('who pauses while waiting for another quality is not played to', async () => {
  const state = { isMade: false }
  await showOriginal(state)
  await play(7)
  await fail(decoding)
  await act(async () => video().play())
  video().pause()
  state.isMade = true
  await pass(3000)
  await pass(0)
  await loadNext()
  expect([source(), video().paused]).toEqual(['/media/720.mp4', true])
})

test('an original that did not load is requested once more before it is left, also by those who once chose it', async () => {
  store({ quality: 'original' })
  const state = { isMade: false }
  const seen = await showOriginal(state)
  await play(7)
  await fail(unsupported)
  expect([waitsForQuality(), seen.at(-1)?.query?.includes('original=false')]).toEqual([null, false])
  await loadNext()
  await fail(unsupported)
  expect(waitsForQuality()).toBeTruthy()
})

test('when the job ends without anything, the original is back with its error', async () => {
  const state = { isMade: false }
  const seen = await showOriginal(state)
  await play(7)
  await fail(decoding)
  details = detailsLike(1, { status: 'uploaded', processing: false })
  await pass(3000)
  await pass(0)
  expect([waitsForQuality(), seen.at(-1)?.query?.includes('original=false')]).toEqual([null, false])
  await loadNext()
  await fail(decoding)
  await loadNext()
  await fail(decoding)
  expect(player().getByText('Failed to load video')).toBeTruthy()
})

test('moves on to the new version when the file was replaced, at the same time', async () => {
  details = detailsLike(1, { processing: true, replacing: true, canEdit: true, progress })
  let version = 0
  await show({ [`GET ${address}/stream`]: () => streamLike({ version, streamUrl: `/media/v${version}.mp4` }) })
  expect(screen.getByText(/A new version is being made/)).toBeTruthy()
  await play(12)
  await pass(3000)
  expect(source()).toBe('/media/v0.mp4')
  version = 1
  details = detailsLike(1, { canEdit: true })
  await pass(3000)
  await pass(0)
  expect(source()).toBe('/media/v1.mp4')
  await loadMetadata(video())
  expect(video().currentTime).toBe(12)
})

test('viewers are not told of a new version before it is there', async () => {
  details = detailsLike(1, { processing: true, replacing: true, progress })
  await show()
  expect(screen.queryByText(/being (made|encoded)/)).toBeNull()
})

test('addresses that run out are renewed in time, going on where it was', async () => {
  let turn = 0
  await show({
    [`GET ${address}/stream`]: () => {
      turn += 1
      return streamLike({ streamUrl: `/media/${turn}.mp4`, expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    },
  })
  await play(33)
  await pass(3_539_000)
  expect(source()).toBe('/media/1.mp4')
  await pass(1000)
  expect(source()).toBe('/media/2.mp4')
  await loadMetadata(video())
  expect(video().currentTime).toBe(33)
  expect(video().paused).toBe(false)
})

test('requests a failed stream once more, then shows the error with a retry', async () => {
  const seen = await show()
  await play(20)
  fireEvent.error(video())
  await pass(0)
  expect(asked(seen)).toHaveLength(2)
  await loadMetadata(video())
  expect(video().currentTime).toBe(20)
  fireEvent.error(video())
  await pass(0)
  expect(asked(seen)).toHaveLength(2)
  expect(player().getByText('Failed to load video')).toBeTruthy()
  fireEvent.click(player().getByRole('button', { name: 'Try again' }))
  await pass(0)
  expect(asked(seen)).toHaveLength(3)
  expect(player().queryByText('Failed to load video')).toBeNull()
})

test.each([
  [failure(409, 'CONFLICT', 'There is nothing of this video to play.'), 'There is nothing of this video to play.'],
  [{ status: 500, body: 'oops' }, 'Failed to load video'],
])('a stream that cannot be loaded says why and can be retried', async (answer, text) => {
  let healthy = false
  await show({ [`GET ${address}/stream`]: () => (healthy ? streamLike() : answer) })
  expect(player().getByText(text)).toBeTruthy()
  healthy = true
  fireEvent.click(player().getByRole('button', { name: 'Try again' }))
  await pass(0)
  expect(source()).toBe('/media/720.mp4')
})

test('a change of quality that fails leaves what plays alone', async () => {
  await show({ [`GET ${address}/stream`]: (seen) => (seen.query?.includes('original') ? failure(503, 'DOWN', 'Not now.') : streamLike()) })
  await play(5)
  await choose(/^Original/)
  expect(source()).toBe('/media/720.mp4')
  expect(video().paused).toBe(false)
  expect(player().getByText('Not now.')).toBeTruthy()
})

test('sends the secret of a share link for the video and its stream', async () => {
  const seen = await show({}, '?link=s3cret')
  const ofVideo = seen.filter(({ key }) => key !== 'GET /gallery/videos')
  expect(ofVideo.map(({ query }) => new URLSearchParams(query).get('link'))).toEqual(['s3cret', 's3cret'])
})

test('starts by itself after waiting, without sound where sound is refused, and does not remember that as a wish', async () => {
  media.refusesAudio = true
  details = detailsLike(1, {
    status: 'processing',
    processing: true,
    progress: { status: 'PROCESSING', progress: 40, stage: 'Encoding', etaSeconds: 9 },
  })
  await show()
  details = detailsLike(1)
  await pass(3000)
  await loadMetadata(video())
  await pass(0)
  expect(video().paused).toBe(false)
  expect(video().muted).toBe(true)
  fireEvent(video(), new Event('volumechange'))
  expect(localStorage.getItem('video_forge_player') ?? '').not.toContain('"muted":true')
})

test('does not start by itself otherwise', async () => {
  await show()
  await loadMetadata(video())
  expect(video().paused).toBe(true)
})

test('the keyboard', async () => {
  await show()
  await loadMetadata(video(), 100)
  const after = async (key: string) => {
    press(key)
    await pass(0)
    return video().currentTime
  }
  await after('k')
  expect(video().paused).toBe(false)
  await after(' ')
  expect(video().paused).toBe(true)
  expect(await after('l')).toBe(10)
  expect(await after('ArrowRight')).toBe(15)
  expect(player().getByText('+5 s')).toBeTruthy()
  expect(await after('ArrowLeft')).toBe(10)
  expect(await after('j')).toBe(0)
  expect(await after('j')).toBe(0)
  expect(await after('9')).toBe(90)
  expect(await after('l')).toBe(100)
  expect(await after('0')).toBe(0)
  expect(await after('End')).toBe(100)
  expect(await after('Home')).toBe(0)
  expect(await after('.')).toBeCloseTo(1 / 30)
  expect(await after(',')).toBe(0)
  await after('ArrowDown')
  expect(video().volume).toBe(0.95)
  await after('m')
  expect(video().muted).toBe(true)
  await after('ArrowUp')
  expect([video().volume, video().muted]).toEqual([1, false])
  await after('>')
  expect(video().playbackRate).toBe(1.25)
  await after('<')
  expect(video().playbackRate).toBe(1)
  await pass(1000)
  expect(player().queryByText(/speed/)).toBeNull()
})

test('keys that go somewhere wait until there is somewhere to go', async () => {
  await show()
  const goTo = vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set')
  for (const key of ['5', 'l', 'ArrowLeft', '.']) press(key)
  await pass(0)
  expect(goTo).not.toHaveBeenCalled()
})

test("'?' lists the keys, and while the list is open they rest", async () => {
  await show()
  await loadMetadata(video(), 100)
  press('?')
  await pass(0)
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Play or pause')).toBeTruthy()
  press('l', dialog)
  expect(video().currentTime).toBe(0)
})

const storyboard =
  'WEBVTT\n\n00:00.000 --> 00:42.000\nsprite.jpg#xywh=0,0,160,90\n\n00:42.000 --> 01:24.000\nsprite.jpg#xywh=160,90,160,90\n'

test('the seek bar shows the picture at the pointer, seeks there, and works by keyboard', async () => {
  details = detailsLike(1, { storyboardUrl: '/media/1/storyboard.vtt' })
  await show({
    'GET /media/1/storyboard.vtt': () => ({ body: storyboard }),
  })
  await loadMetadata(video())
  const line = screen.getByRole('slider', { name: 'Seek' })
  vi.spyOn(line, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 20))
  fireEvent.pointerMove(line, { clientX: 250 })
  const picture = line.querySelector('img')
  expect(picture?.getAttribute('src')).toMatch(/\/media\/1\/sprite\.jpg$/)
  expect([picture?.style.left, picture?.style.top]).toEqual(['-160px', '-90px'])
  expect(within(line).getByText('1:03')).toBeTruthy()
  fireEvent.pointerDown(line, { clientX: 150, buttons: 1 })
  expect(video().currentTime).toBe(21)
  fireEvent.pointerLeave(line)
  expect(line.querySelector('img')).toBeNull()

  expect(line.getAttribute('aria-valuetext')).toBe('0:21 of 1:24')
  press('ArrowRight', line)
  expect(video().currentTime).toBe(26)
  press('End', line)
  expect(video().currentTime).toBe(84)
  press('Home', line)
  expect(video().currentTime).toBe(0)
})

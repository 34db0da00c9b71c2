import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { fakeMedia, loadMetadata, setReady } from '../../../../test-support/fake-media.ts'
import { captionLike, detailsLike, streamLike, videoId } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import type { PlayerOptions } from './use-player.ts'
import { WatchPlayer } from './watch-player.tsx'

const streamAddress = `GET /gallery/videos/${videoId(1)}/stream`

// Loaded once, so that the tests need not wait for it.
beforeAll(() => Promise.all([import('./menus/player-menu.tsx'), import('./keyboard/keyboard-dialog.tsx')]))

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  fakeMedia()
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

async function show(options: Partial<PlayerOptions> = {}, { search = '', stream = () => streamLike() as object } = {}) {
  const seen = fakeApi({ [streamAddress]: stream as () => ReturnType<typeof streamLike> })
  const page = <WatchPlayer video={detailsLike(1)} link={undefined} startsByItself={false} {...options} />
  const { container } = showPage(page, '/video/:id', `/video/${videoId(1)}${search}`)
  await pass(0)
  return { seen, frame: container.querySelector<HTMLElement>('[data-player]') ?? document.body }
}
const video = () => screen.getByLabelText<HTMLVideoElement>('Clip 1', { selector: 'video' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const slider = () => screen.getByRole('slider', { name: 'Seek' })
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })
const isIdle = (frame: HTMLElement) => frame.hasAttribute('data-idle')

async function play(seconds = 0) {
  await loadMetadata(video())
  await setReady(video(), true)
  await act(async () => {
    await video().play()
    video().currentTime = seconds
  })
}
async function openMenu(name: string | RegExp) {
  press('Enter', button(name))
  await pass(0)
}
const tap = (clientX: number) => fireEvent.pointerUp(video(), { pointerType: 'touch', clientX })

describe('the control bar', () => {
  test('names every control, with its value', async () => {
    await show()
    // A frame shorter than the video, as encoded files often are.
    await loadMetadata(video(), 83.97)
    const names = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))
    expect(names).toEqual(['Play', 'Mute', 'Quality: Auto', 'Speed: Normal', 'Theatre mode', 'More', 'Full screen'])
    expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('100%')
    expect(screen.getByText('0:00', { selector: 'p' }).textContent).toBe('0:00\u00a0/ 1:24')
    expect(slider().getAttribute('aria-valuetext')).toBe('0:00 of 1:24')
  })

  test('plays, mutes and changes the volume and the speed', async () => {
    await show()
    await loadMetadata(video())
    fireEvent.click(button('Play'))
    await pass(0)
    fireEvent.click(button('Pause'))
    expect(video().paused).toBe(true)
    fireEvent.click(button('Mute'))
    fireEvent(video(), new Event('volumechange'))
    expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('Muted')
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '45' } })
    expect([video().volume, video().muted]).toEqual([0.45, false])
    await openMenu(/^Speed/)
    fireEvent.click(screen.getByRole('menuitemradio', { name: '1.5×' }))
    expect(video().playbackRate).toBe(1.5)
  })

  test('loops when asked', async () => {
    await show()
    await openMenu('More')
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Loop' }))
    expect(video().loop).toBe(true)
    await pass(0)
    await openMenu('More')
    expect(screen.getByRole('menuitemcheckbox', { name: 'Loop' }).getAttribute('aria-checked')).toBe('true')
  })

  test('copies the link at this time', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText: async (text: string) => written.push(text) } }))
    await show({ link: 's3' })
    await play(63.4)
    await openMenu('More')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy link at this time' }))
    await pass(0)
    expect(written).toEqual([`${window.location.origin}/video/${videoId(1)}?link=s3&t=63`])
    expect(screen.getByText('Link copied at 1:03')).toBeTruthy()
  })

  test('offers picture in picture and AirPlay only where there are any', async () => {
    const showScreens = vi.fn()
    vi.stubGlobal('WebKitPlaybackTargetAvailabilityEvent', class {})
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true })
    await show()
    Object.assign(video(), { webkitShowPlaybackTargetPicker: showScreens })
    expect(button('Picture in picture')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'AirPlay' })).toBeNull()
    act(() => {
      video().dispatchEvent(Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability: 'available' }))
    })
    fireEvent.click(button('AirPlay'))
    expect(showScreens).toHaveBeenCalledOnce()
    Reflect.deleteProperty(document, 'pictureInPictureEnabled')
  })

  test('an iPhone shows the video itself in full screen', async () => {
    const enter = vi.fn()
    await show()
    Object.assign(video(), { webkitEnterFullscreen: enter })
    fireEvent.click(button('Full screen'))
    expect(enter).toHaveBeenCalledOnce()
  })

  test('theatre mode is remembered', async () => {
    const { frame } = await show()
    expect(frame.hasAttribute('data-theatre')).toBe(false)
    press('t')
    expect(frame.hasAttribute('data-theatre')).toBe(true)
    expect(screen.getByText('Theatre mode', { selector: '[role=status] *' })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('video_forge_player') ?? '')).toMatchObject({ isTheatre: true })
  })
})

describe('the seek bar', () => {
  const chapters = [
    { start: 0, title: 'Arrival' },
    { start: 42, title: 'Departure' },
  ]

  test('marks chapters and names them', async () => {
    await show({ video: detailsLike(1, { chapters }) })
    await play(50)
    expect(slider().getAttribute('aria-valuetext')).toBe('0:50 of 1:24, Departure')
    expect(Array.from(slider().querySelectorAll<HTMLElement>('[data-chapter]'), ({ style }) => style.left)).toEqual(['50%'])
    vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 84, 20))
    fireEvent.pointerMove(slider(), { clientX: 10 })
    expect(within(slider()).getByText('Arrival')).toBeTruthy()
  })

  test('draws how often each part was watched, if that is known', async () => {
    await show({ video: detailsLike(1, { heat: [1, 3, 2] }) })
    expect(slider().querySelector('[data-heat] path')?.getAttribute('d')).toContain('L50,0')
  })

  test('shows nothing of that otherwise', async () => {
    await show()
    expect(slider().querySelector('[data-heat], [data-chapter]')).toBeNull()
  })

  test('a drag seeks where it ends, by touch too', async () => {
    await show()
    await loadMetadata(video())
    vi.spyOn(slider(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 84, 20))
    fireEvent.pointerDown(slider(), { clientX: 10, buttons: 1, pointerType: 'touch' })
    fireEvent.pointerMove(slider(), { clientX: 30, buttons: 1, pointerType: 'touch' })
    expect(within(slider()).getByText('0:30')).toBeTruthy()
    fireEvent.pointerUp(slider(), { clientX: 40, pointerType: 'touch' })
    expect(video().currentTime).toBe(40)
    expect(within(slider()).queryByText('0:30')).toBeNull()
  })
})

describe('the controls', () => {
  test('fade two seconds after the last movement, and return', async () => {
    const { frame } = await show()
    await play()
    expect(isIdle(frame)).toBe(false)
    await pass(2000)
    expect(isIdle(frame)).toBe(true)
    fireEvent.pointerMove(frame, { pointerType: 'mouse' })
    expect(isIdle(frame)).toBe(false)
    fireEvent.pointerLeave(frame, { pointerType: 'mouse' })
    expect(isIdle(frame)).toBe(true)
    vi.spyOn(slider(), 'matches').mockReturnValue(true)
    act(() => slider().focus())
    await pass(5000)
    expect(isIdle(frame)).toBe(false)
  })

  test('stay while it is paused, and while a menu is open', async () => {
    const { frame } = await show()
    await loadMetadata(video())
    await pass(5000)
    expect(isIdle(frame)).toBe(false)
    await play()
    await openMenu(/^Speed/)
    await pass(5000)
    expect(isIdle(frame)).toBe(false)
    press('Escape', screen.getByRole('menu'))
    act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
    await pass(2100)
    expect(isIdle(frame)).toBe(true)
  })

  test('a click plays, two fill the screen', async () => {
    const { frame } = await show()
    const fill = vi.fn(async () => undefined)
    Object.assign(frame, { requestFullscreen: fill })
    await loadMetadata(video())
    fireEvent.click(video())
    expect(video().paused).toBe(false)
    expect(screen.getByText('Play', { selector: '[role=status] *' })).toBeTruthy()
    fireEvent.doubleClick(video())
    expect(fill).toHaveBeenCalledOnce()
  })

  test('a tap shows and hides them, two on a side seek and add up', async () => {
    const { frame } = await show()
    await play(50)
    await pass(2100)
    vi.spyOn(video(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200))
    tap(150)
    fireEvent.click(video())
    expect([isIdle(frame), video().paused]).toEqual([false, false])
    await pass(400)
    tap(250)
    expect(isIdle(frame)).toBe(true)
    tap(250)
    expect([video().currentTime, isIdle(frame)]).toEqual([60, false])
    expect(screen.getByText('+10 s')).toBeTruthy()
    tap(250)
    expect(video().currentTime).toBe(70)
    expect(screen.getByText('+20 s')).toBeTruthy()
    await pass(400)
    tap(20)
    tap(20)
    expect(video().currentTime).toBe(60)
    expect(screen.getByText('−10 s')).toBeTruthy()
  })

  test.each([
    ['k', 'Play'],
    ['ArrowRight', '+5 s'],
    ['j', '−10 s'],
    ['ArrowDown', 'Volume 95%'],
    ['m', 'Muted'],
    ['>', '1.25× speed'],
    ['.', 'Next frame'],
    ['3', '30%'],
    ['End', '100%'],
    ['c', 'No captions'],
  ])('the key %s is confirmed by %s', async (key, text) => {
    await show()
    await loadMetadata(video())
    press(key)
    await pass(0)
    expect(screen.getByText(text, { selector: '[role=status] *' })).toBeTruthy()
    await pass(1000)
    expect(screen.queryByText(text, { selector: '[role=status] *' })).toBeNull()
  })

  test('keys can be switched off for good', async () => {
    await show()
    await loadMetadata(video())
    press('?')
    await pass(0)
    fireEvent.click(screen.getByRole('switch', { name: 'Use keyboard shortcuts' }))
    fireEvent.click(button('Close'))
    press('k')
    expect(video().paused).toBe(true)
    expect(JSON.parse(localStorage.getItem('video_forge_player') ?? '')).toMatchObject({ hasShortcuts: false })
    await openMenu('More')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await pass(0)
    expect(screen.getByRole('switch', { name: 'Use keyboard shortcuts' }).getAttribute('aria-checked')).toBe('false')
    fireEvent.click(button('Close'))
    await pass(0)
    expect(document.activeElement).toBe(button('More'))
  })
})

describe('captions', () => {
  const captions = [captionLike('c1', 'en', 'English'), captionLike('c2', 'de', 'Deutsch', { isDefault: true })]
  const withCaptions = { video: detailsLike(1, { captions }) }
  const modes = () => Array.from(video().querySelectorAll('track'), ({ track }) => track.mode)
  const drawn = () => document.querySelector('[data-captions]')?.textContent
  const say = (id: string, cues: readonly object[]) =>
    act(async () => {
      const track = Array.from(video().querySelectorAll('track')).find((each) => each.id === id)?.track
      Object.assign(track ?? {}, { cues })
      track?.dispatchEvent(new Event('cuechange'))
    })
  const cue = (text: string) => ({
    startTime: 0,
    endTime: 9,
    text,
    line: 'auto',
    snapToLines: true,
    position: 'auto',
    align: 'center',
    size: 100,
  })
  beforeEach(() => {
    // jsdom has no text tracks.
    const tracks = new WeakMap<object, object>()
    Object.defineProperty(HTMLTrackElement.prototype, 'track', {
      configurable: true,
      get(this: HTMLTrackElement) {
        const track = tracks.get(this) ?? Object.assign(new EventTarget(), { mode: 'disabled' })
        tracks.set(this, track)
        return track
      },
    })
  })

  test('are chosen from a menu, remembered, and switched off', async () => {
    await show(withCaptions)
    expect(Array.from(video().querySelectorAll('track'), (track) => [track.srclang, track.label, track.getAttribute('src')])).toEqual([
      ['en', 'English', '/c1.vtt'],
      ['de', 'Deutsch', '/c2.vtt'],
    ])
    await openMenu('Captions: off')
    const options = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
    expect(options).toEqual(['Off', 'English', 'Deutsch', 'Small', 'Medium', 'Large', 'Very large', 'Black', 'Half-transparent', 'None'])
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'English' }))
    expect(modes()).toEqual(['hidden', 'disabled'])
    expect(JSON.parse(localStorage.getItem('video_forge_player') ?? '')).toMatchObject({ captions: 'en' })
    press('c')
    expect(modes()).toEqual(['disabled', 'disabled'])
    press('c')
    expect(screen.getByText('Captions: English')).toBeTruthy()
  })

  test('the key shows the default ones first', async () => {
    await show(withCaptions)
    press('c')
    expect(modes()).toEqual(['disabled', 'hidden'])
  })

  test('are drawn by the page: marked text, nothing that runs', async () => {
    await show(withCaptions)
    press('c')
    await say('c2', [cue('<b>Hallo</b> &lt;img src=x&gt; &amp; <i>du'), cue('<script>x</script>')])
    expect(drawn()).toBe('Hallo <img src=x> & du<script>x</script>')
    const marked = Array.from(document.querySelectorAll('[data-captions] b, [data-captions] i'), ({ outerHTML }) => outerHTML)
    expect(marked).toEqual(['<b>Hallo</b>', '<i>du</i>'])
    expect(document.querySelector('[data-captions] img, [data-captions] script')).toBeNull()
    await say('c2', [])
    expect(drawn()).toBe('')
  })

  test('stay on in the language of the last video, and in another one where that is missing', async () => {
    localStorage.setItem('video_forge_player', JSON.stringify({ captions: 'en-GB', version: 2 }))
    await show(withCaptions)
    expect(modes()).toEqual(['hidden', 'disabled'])
    localStorage.setItem('video_forge_player', JSON.stringify({ captions: 'fr', version: 2 }))
    cleanup()
    await show(withCaptions)
    expect(modes()).toEqual(['disabled', 'hidden'])
  })

  test('have a size and a background, which are remembered', async () => {
    await show(withCaptions)
    press('c')
    await openMenu('Captions: Deutsch')
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Very large' }))
    await pass(0)
    await openMenu('Captions: Deutsch')
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Black' }))
    await say('c2', [cue('Hallo')])
    expect(document.querySelector<HTMLElement>('[data-captions] > div')?.style.fontSize).toMatch(/\* ?2/)
    expect(JSON.parse(localStorage.getItem('video_forge_player') ?? '')).toMatchObject({
      captionStyle: { size: 'huge', background: 'solid' },
    })
  })

  test('are drawn by the browser as picture in picture', async () => {
    await show(withCaptions)
    press('c')
    await act(async () => void video().dispatchEvent(new Event('enterpictureinpicture')))
    expect(modes()).toEqual(['disabled', 'showing'])
    await act(async () => void video().dispatchEvent(new Event('leavepictureinpicture')))
    expect(modes()).toEqual(['disabled', 'hidden'])
  })

  test('have no button without any', async () => {
    await show()
    expect(screen.queryByRole('button', { name: /^Captions/ })).toBeNull()
  })
})

describe('the source', () => {
  test.each([
    ['?t=30', 30],
    ['?t=1m10s', 70],
    ['?t=900', 0],
  ])('starts at %s', async (search, seconds) => {
    await show({}, { search })
    await loadMetadata(video())
    expect([video().currentTime, video().paused]).toEqual([seconds, true])
  })

  test('plays for someone who pressed play before it was known', async () => {
    let answer: () => void = () => undefined
    const known = new Promise<void>((resolve) => {
      answer = resolve
    })
    await show({}, { stream: () => known.then(() => streamLike()) })
    press('k')
    answer()
    await pass(0)
    await loadMetadata(video())
    expect(video().paused).toBe(false)
  })

  test('shows a spinner only after a moment', async () => {
    await show()
    await play(5)
    await setReady(video(), false)
    await pass(200)
    expect(screen.queryByText('Loading')).toBeNull()
    await pass(100)
    expect(screen.getByText('Loading')).toBeTruthy()
    await setReady(video(), true)
    expect(screen.queryByText('Loading')).toBeNull()
  })

  test('is requested again by itself while the server cannot be reached', async () => {
    let isUp = false
    const { seen } = await show({}, { stream: () => (isUp ? streamLike() : failure(503, 'DOWN', 'Not now.')) })
    const first = seen.length
    expect(screen.getByText('The connection was lost. Playback continues by itself when it is back.')).toBeTruthy()
    isUp = true
    await pass(2100)
    expect(seen.length).toBeGreaterThan(first)
    expect(screen.queryByText(/^The connection was lost/)).toBeNull()
    expect(video().getAttribute('src')).toBe('/media/master.m3u8')
  })

  test('comes back at once with the network', async () => {
    let isUp = false
    await show({}, { stream: () => (isUp ? streamLike() : failure(503, 'DOWN', 'Not now.')) })
    isUp = true
    fireEvent(window, new Event('online'))
    await pass(0)
    expect(screen.queryByText(/^The connection was lost/)).toBeNull()
  })

  test('is not requested again by itself when the server says no', async () => {
    const { seen } = await show({}, { stream: () => failure(409, 'CONFLICT', 'There is nothing to play.') })
    const first = seen.length
    await pass(60_000)
    expect(seen).toHaveLength(first)
    expect(button('Try again')).toBeTruthy()
  })

  test('can be observed from outside', async () => {
    const end = vi.fn()
    const onMedia = vi.fn(() => end)
    const { frame } = await show({ onMedia })
    expect(onMedia).toHaveBeenCalledExactlyOnceWith(video())
    expect(frame.style.getPropertyValue('--ratio')).toBe(String(1280 / 720))
    expect(end).not.toHaveBeenCalled()
  })
})

import { act, fireEvent, screen, within } from '@testing-library/react'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeMedia, loadMetadata } from '../../../test-support/fake-media.ts'
import { detailsLike, galleryPage, streamLike, videoId, videoLike } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { rememberPosition, resumePosition } from '../../videos-view/resume-positions.ts'
import { WatchPage } from './watch-page.tsx'

const address = `/gallery/videos/${videoId(1)}`
const ada = { username: 'ada', name: 'ada' }

signInBeforeEach()
beforeEach(() => {
  fakeMedia()
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

async function show(parts: Partial<VideoDetails>, handlers: Parameters<typeof fakeApi>[0] = {}, query = '') {
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, parts) } }),
    [`GET ${address}/stream`]: () => streamLike(),
    'GET /gallery/videos': () => galleryPage([]),
    ...handlers,
  })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}${query}`)
  await pass(0)
  return seen
}
const player = () => screen.getByLabelText<HTMLVideoElement>('Clip 1', { selector: 'video' })
const press = async (name: string | RegExp, inside: HTMLElement = document.body) => {
  fireEvent.click(within(inside).getByRole('button', { name }))
  await pass(0)
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('names the owner, the views and the tags, and each leads on', async () => {
  await show(Object.assign(detailsLike(1), { owner: ada, tags: ['north sea'], views: 1 }))
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/u/ada')
  expect(screen.getByText('1 view')).toBeTruthy()
  expect(screen.getByRole('link', { name: '#north sea' }).getAttribute('href')).toBe('/gallery?tag=north%20sea')
})

test('addresses in the description open apart, and times play from there', async () => {
  await show({ description: 'Boats at 0:30, see https://example.com/boats.' })
  const link = screen.getByRole('link', { name: 'https://example.com/boats' })
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['nofollow noopener ugc', '_blank'])
  await press('Play from 0:30')
  expect([player().currentTime, player().paused]).toEqual([30, false])
})

test('a long description is shortened until someone asks for more', async () => {
  await show({ description: 'word '.repeat(90) })
  const button = screen.getByRole('button', { name: 'Show more' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await press('Show more')
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
})

test('chapters of the owner are listed and seek', async () => {
  await show({ chapters: [{ start: 62, title: 'Harbour' }], chaptersFrom: 'owner' })
  await press(/Harbour/)
  expect(player().currentTime).toBe(62)
})

test.each([
  ['where someone stopped', '', 42],
  ['where the address says', '?t=1m5s', 65],
  ['at the beginning if the address names a time after the end', '?t=900', 0],
])('starts %s', async (_, query, seconds) => {
  rememberPosition(videoId(1), 42, 84)
  await show({}, {}, query)
  await loadMetadata(player())
  expect(player().currentTime).toBe(seconds)
})

test('remembers the position while it plays, and forgets it at the end', async () => {
  await show({})
  await loadMetadata(player())
  player().currentTime = 20
  expect(resumePosition(videoId(1))?.seconds).toBe(20)
  await act(async () => void fireEvent(player(), new Event('ended')))
  expect(resumePosition(videoId(1))).toBeUndefined()
})

test('a link can start in the middle', async () => {
  await show({})
  await loadMetadata(player())
  player().currentTime = 33
  await press('Share')
  const dialog = within(screen.getByRole('dialog'))
  const link = () => dialog.getByLabelText<HTMLInputElement>('Link').value
  expect(link()).not.toContain('t=')
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Start at' }))
  expect(link()).toBe(`${window.location.origin}/video/${videoId(1)}?t=33`)
  fill('Start time', '1:00')
  expect(link()).toContain('?t=60')
  fill('Start time', '9:00')
  expect(dialog.getByText('Write a time within the video, like 1:23.')).toBeTruthy()
  expect(link()).not.toContain('t=')
})

test('a phone offers its own sheet', async () => {
  const shared = vi.fn(async () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  Object.defineProperty(navigator, 'share', { value: shared, configurable: true })
  await show({})
  await press('Share')
  await press('Share with an app')
  expect(shared).toHaveBeenCalledWith({ title: 'Clip 1', url: `${window.location.origin}/video/${videoId(1)}` })
  Reflect.deleteProperty(navigator, 'share')
})

test('offers the files to save, only to whom they are allowed', async () => {
  const file = { quality: '720p', resolution: '1280x720', size: 3_000_000, filename: 'Clip - 720p.mp4', url: '/media/720p.mp4?download' }
  await show({}, { [`GET ${address}/downloads`]: () => ({ body: { success: true, downloads: [file] } }) })
  await press('Download')
  const link = within(screen.getByRole('dialog', { name: 'Download' })).getByRole('link', { name: /720p/ })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/media/720p.mp4?download', 'Clip - 720p.mp4'])
})

test('a refused download says why; without permission there is no button', async () => {
  await show({}, { [`GET ${address}/downloads`]: () => failure(403, 'NOT_ALLOWED', 'The owner says no.') })
  await press('Download')
  expect(screen.getByText('The owner says no.')).toBeTruthy()
})

test('without permission there is no Download button', async () => {
  await show({ canDownload: false })
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

test('the owner edits tags, chapters and downloads; mistakes are named before anything is sent', async () => {
  const seen = await show(
    { canEdit: true, duration: 84 },
    { [`PATCH ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { canEdit: true }) } }) },
  )
  await press('Edit')
  const dialog = screen.getByRole('dialog')
  expect(screen.getByLabelText<HTMLInputElement>('Tags').value).toBe('')
  fill('Tags', 'Sea, North Sea')
  fill('Chapters', '0:00 Start\n2:00 Too late')
  await press('Save', dialog)
  expect(within(dialog).getByText('A chapter starts after the end of the video')).toBeTruthy()
  fill('Chapters', 'Start')
  expect(within(dialog).getByText(/Each line needs a time and a title/)).toBeTruthy()
  expect(seen.some(({ key }) => key.startsWith('PATCH'))).toBe(false)
  fill('Chapters', '0:00 Start\n1:00 Harbour')
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Allow downloads' }))
  await press('Save', dialog)
  expect(seen.findLast(({ key }) => key.startsWith('PATCH'))?.body).toMatchObject({
    tags: ['Sea', 'North Sea'],
    chapters: [
      { start: 0, title: 'Start' },
      { start: 60, title: 'Harbour' },
    ],
    allowDownload: false,
  })
})

const others = {
  'GET /gallery/videos': ({ query }: { query: string | undefined }) => {
    const asked = new URLSearchParams(query)
    if (asked.get('owner')) return galleryPage([videoLike(1, { owner: ada }), videoLike(2, { owner: ada })])
    if (asked.get('tag')) return galleryPage([videoLike(3, { tags: ['sea'] }), videoLike(4, { tags: ['sea'], owner: ada })])
    return galleryPage([videoLike(9), videoLike(8, { status: 'processing' }), videoLike(2, { owner: ada })])
  },
}
const more = () => within(screen.getByRole('complementary', { name: 'More videos' }))

test('more videos: of the same owner and with the same tags first, each once, without this one', async () => {
  const seen = await show({ owner: ada, tags: ['sea'] }, others)
  const headings = more().getAllByRole('heading', { level: 3 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Clip 4', 'Clip 2', 'Clip 3', 'Clip 9'])
  const lists = seen.filter(({ key }) => key === 'GET /gallery/videos')
  expect(lists.every(({ query }) => query?.includes('visibility=public'))).toBe(true)
})

test('plays on only by choice, and remembers it', async () => {
  await show({ owner: ada }, others)
  const end = () => act(async () => void fireEvent(player(), new Event('ended')))
  const choice = more().getByRole('switch', { name: 'Play next' })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  await end()
  expect(currentAddress()).toBe(`/video/${videoId(1)}`)
  fireEvent.click(choice)
  expect(localStorage.getItem('video_forge_play_next')).toBe('on')
  await end()
  expect(currentAddress()).toBe(`/video/${videoId(2)}`)
})

test('without other videos there is no empty list', async () => {
  await show({})
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('details are about what plays', async () => {
  await show({ videoCodec: 'hevc', audioCodec: 'opus', resolution: '1920x1080' })
  const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent
  expect([fact('Resolution'), fact('Video codec')]).toEqual(['1920x1080', 'hevc'])
  Object.defineProperties(player(), { videoWidth: { value: 1280 }, videoHeight: { value: 720 } })
  await loadMetadata(player())
  expect([fact('Resolution'), fact('Video codec'), fact('Audio codec'), fact('Quality'), fact('File size')]).toEqual([
    '1280x720',
    'h264',
    'aac',
    '720p',
    '2.9 MB',
  ])
})

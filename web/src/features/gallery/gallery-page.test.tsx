import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Video } from '@video-forge/contract/gallery'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { galleryPage, searchPage, videoId, videoLike } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { rememberPosition } from '../../videos-view/resume-positions.ts'
import { GalleryPage } from './gallery-page.tsx'

/** The end of the list comes into sight when a test says so. */
let reachTheEnd: () => void
beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        reachTheEnd = () => onChange([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {
        reachTheEnd = () => undefined
      }
    },
  )
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

async function show(videos: Video[], query = '') {
  const seen = fakeApi({
    'GET /gallery/videos': () => galleryPage(videos),
    'GET /gallery/search': () =>
      searchPage(videos.map((video) => ({ video, matches: [], more: 0, marks: { title: [], description: [], tags: [] } }))),
  })
  showPage(<GalleryPage />, '/gallery', `/gallery${query}`)
  await pass(0)
  return seen
}
const queries = (seen: { query: string | undefined }[]) => seen.map(({ query }) => Object.fromEntries(new URLSearchParams(query)))
const card = () => within(screen.getByRole('listitem'))
const spoken = () => screen.getAllByRole('status')[0]?.textContent
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const type = (text: string) => fireEvent.change(screen.getByLabelText('Search videos'), { target: { value: text } })
const previewIn = (container: HTMLElement) => container.querySelector('img[data-preview]')

test('has its title, its subtitle, its filters and its loading text', async () => {
  fakeApi({ 'GET /gallery/videos': () => new Promise(() => undefined) })
  showPage(<GalleryPage />, '/gallery')
  expect(screen.getByRole('heading', { level: 1, name: 'Video Gallery' })).toBeTruthy()
  expect(screen.getByText('Browse and watch videos shared by the community')).toBeTruthy()
  const buttons = within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['All Videos', 'Public Only'])
  expect(spoken()).toBe('Loading videos...')
  expect(screen.getByText('Loading videos...').closest('.sr-only')).toBeNull()
  expect(document.title).toBe('Video Gallery · Video Forge')
})

test('a card says everything about its video and leads to it', async () => {
  await show([
    videoLike(1, {
      title: 'Harbour',
      description: 'At dawn',
      thumbnailUrl: '/t.jpg',
      cardUrl: '/t.jpg',
      createdAt: '2026-01-08T12:00:00.000Z',
    }),
  ])
  expect(card().getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(`/video/${videoId(1)}`)
  for (const text of ['At dawn', '1:24', '1280x720', '2 days ago']) expect(card().getByText(text)).toBeTruthy()
  expect(card().queryByText('Private')).toBeNull()
  expect(spoken()).toBe('')
})

test.each<[string, Partial<Video>, string]>([
  ['a missing title', { title: ' ' }, `Video ${videoId(1)}`],
  ['a missing resolution', { resolution: null }, 'Unknown'],
  ['an hour and more', { duration: 3725 }, '1:02:05'],
  ['a private video', { visibility: 'private' }, 'Private'],
  ['a video in the making', { status: 'processing' }, 'Processing'],
  ['a video of today', { createdAt: '2026-01-10T11:00:00.000Z' }, 'Today'],
  ['a video of yesterday', { createdAt: '2026-01-09T11:00:00.000Z' }, 'Yesterday'],
  ['an older video', { createdAt: '2026-01-01T12:00:00.000Z' }, new Date('2026-01-01T12:00:00Z').toLocaleDateString()],
])('%s', async (_, parts, text) => {
  await show([videoLike(1, parts)])
  expect(card().getAllByText(text, { ignore: '[aria-hidden] *' })).toHaveLength(1)
})

test('a duration that is not known has no badge', async () => {
  await show([videoLike(1, { duration: null })])
  expect(card().queryByText(/\d:\d\d/)).toBeNull()
})

test('a broken thumbnail is hidden and its place keeps the title', async () => {
  await show([videoLike(1, { title: 'Harbour', cardUrl: '/broken.jpg' })])
  const picture = screen.getByRole('listitem').querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/broken.jpg')
  expect(card().getAllByText('Harbour')).toHaveLength(1)
  if (picture) fireEvent.error(picture)
  expect(screen.getByRole('listitem').querySelector('img')).toBeNull()
  expect(card().getAllByText('Harbour')).toHaveLength(2)
})

test('the moving preview is loaded while a mouse rests on the card, and only then', async () => {
  await show([videoLike(1, { thumbnailUrl: '/t.jpg', cardUrl: '/t.jpg', previewUrl: '/p.gif' })])
  const item = screen.getByRole('listitem')
  expect(previewIn(item)).toBeNull()
  fireEvent.pointerEnter(item, { pointerType: 'mouse' })
  await pass(100)
  expect(previewIn(item)).toBeNull()
  await pass(100)
  expect(previewIn(item)?.getAttribute('src')).toBe('/p.gif')
  fireEvent.pointerLeave(item)
  expect(previewIn(item)).toBeNull()
})

test('the keyboard shows the moving preview too, a finger does not', async () => {
  await show([videoLike(1, { previewUrl: '/p.gif' })])
  const item = screen.getByRole('listitem')
  fireEvent.pointerEnter(item, { pointerType: 'touch' })
  await pass(500)
  expect(previewIn(item)).toBeNull()
  act(() => card().getByRole('link').focus())
  await pass(500)
  expect(previewIn(item)).not.toBeNull()
  act(() => card().getByRole('link').blur())
  expect(previewIn(item)).toBeNull()
})

test('plays no preview with reduced motion', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  await show([videoLike(1, { previewUrl: '/p.gif' })])
  act(() => card().getByRole('link').focus())
  await pass(500)
  expect(previewIn(screen.getByRole('listitem'))).toBeNull()
})

test('a card names its owner, whose link is beside that of the video', async () => {
  await show([videoLike(1, { owner: { username: 'ada.l', name: 'ada.l' } })])
  expect(card().getByRole('link', { name: 'ada.l' }).getAttribute('href')).toBe('/u/ada.l')
  expect(card().getByRole('link', { name: 'Clip 1' }).getAttribute('href')).toBe(`/video/${videoId(1)}`)
})

test('a started video shows how far it was watched', async () => {
  rememberPosition(videoId(1), 42, 84)
  await show([videoLike(1), videoLike(2)])
  const [started, other] = screen.getAllByRole('listitem')
  expect(within(started ?? document.body).getByText('Watched up to 0:42')).toBeTruthy()
  expect(within(other ?? document.body).queryByText(/Watched/)).toBeNull()
})

test('views are shown where the server sends them', async () => {
  await show([Object.assign(videoLike(1), { views: 1234 })])
  expect(card().getByText('1,234 views')).toBeTruthy()
})

test('a portrait video keeps its shape', async () => {
  await show([videoLike(1, { resolution: '720x1280', thumbnailUrl: '/t.jpg', cardUrl: '/t.jpg' })])
  expect(screen.getByRole('listitem').querySelector('img')?.className).toContain('object-contain')
})

const choose = async (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await pass(0)
}

test('order and filters are in the address and load again', async () => {
  const seen = await show([videoLike(1)])
  await choose('Sort by', 'longest')
  await choose('Length', 'medium')
  expect(currentAddress()).toBe('/gallery?sort=longest&length=medium')
  expect(queries(seen).at(-1)).toEqual({ limit: '50', sort: 'longest', minDuration: '240', maxDuration: '1200' })
  await choose('Sort by', 'newest')
  await choose('Length', '')
  expect(currentAddress()).toBe('/gallery')
})

test.each([
  ['?length=short', { maxDuration: '240' }],
  ['?length=long', { minDuration: '1200' }],
  ['?sort=most-watched&tag=north+sea&owner=ada', { sort: 'most-watched', tag: 'north sea', owner: 'ada' }],
  ['?sort=loudest&length=endless', {}],
])('the address %s asks for %o', async (address, query) => {
  const seen = await show([videoLike(1)], address)
  expect(queries(seen)).toEqual([{ limit: '50', ...query }])
})

test('filters that came with a link are removed one by one, or all when nothing matches', async () => {
  await show([], '?tag=sea&owner=ada&q=whale')
  expect(screen.getByText('No videos match "whale" and these filters')).toBeTruthy()
  await press('Remove filter: Tag #sea')
  expect(currentAddress()).toBe('/gallery?owner=ada&q=whale')
  await press('Clear filters')
  expect(currentAddress()).toBe('/gallery?q=whale')
})

test("'All Videos' sends no filter, 'Public Only' sends visibility=public; both are in the address and load again", async () => {
  const seen = await show([videoLike(1)])
  expect(queries(seen)).toEqual([{ limit: '50' }])
  await press('Public Only')
  expect(currentAddress()).toBe('/gallery?visibility=public')
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Public Only')
  await press('All Videos')
  expect(currentAddress()).toBe('/gallery')
  expect(queries(seen)).toEqual([{ limit: '50' }, { limit: '50', visibility: 'public' }, { limit: '50' }])
})

test('filter and search come from the address', async () => {
  const seen = await show([videoLike(1)], '?visibility=public&q=sea')
  expect(queries(seen)).toEqual([{ limit: '20', visibility: 'public', q: 'sea' }])
  expect(screen.getByLabelText<HTMLInputElement>('Search videos').value).toBe('sea')
})

test('debounces the search, and keeps what is typed meanwhile', async () => {
  const seen = await show([videoLike(1)])
  type('s')
  await pass(100)
  type('se')
  await pass(100)
  type('sea ')
  expect(seen).toHaveLength(1)
  await pass(300)
  expect(currentAddress()).toBe('/gallery?q=sea')
  expect(queries(seen.filter(({ key }) => key === 'GET /gallery/search'))).toEqual([{ limit: '20', q: 'sea' }])
  expect(screen.getByLabelText<HTMLInputElement>('Search videos').value).toBe('sea ')
  expect(spoken()).toBe('1 video found')
})

test('a search without hits says so and can be cleared', async () => {
  await show([], '?q=whale')
  expect(screen.getByText('No videos match "whale"')).toBeTruthy()
  expect(screen.queryByText('No videos found')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) ?? document.body)
  await pass(0)
  expect(currentAddress()).toBe('/gallery')
  expect(screen.getByLabelText<HTMLInputElement>('Search videos').value).toBe('')
})

test('an empty gallery invites to upload', async () => {
  await show([])
  expect(screen.getByText('No videos found')).toBeTruthy()
  expect(screen.getByText('Be the first to upload and share a video!')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upload Video' }).getAttribute('href')).toBe('/upload')
})

test('a failure says so and can be tried again', async () => {
  let healthy = false
  fakeApi({ 'GET /gallery/videos': () => (healthy ? galleryPage([videoLike(1)]) : failure(500, 'INTERNAL', 'The database is down.')) })
  showPage(<GalleryPage />, '/gallery')
  await pass(0)
  expect(screen.getByText('Failed to load videos')).toBeTruthy()
  expect(screen.getByText('The database is down.')).toBeTruthy()
  healthy = true
  await press('Try again')
  expect(screen.getByRole('link', { name: 'Clip 1' })).toBeTruthy()
})

test('loads the next page near the end, by cursor, until the last', async () => {
  const seen = fakeApi({
    'GET /gallery/videos': ({ query }) =>
      query?.includes('cursor=next') ? galleryPage([videoLike(2)]) : galleryPage([videoLike(1)], 'next'),
  })
  showPage(<GalleryPage />, '/gallery')
  await pass(0)
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
  act(() => reachTheEnd())
  await pass(0)
  expect(queries(seen)).toEqual([{ limit: '50' }, { limit: '50', cursor: 'next' }])
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the button fetches the next page, and only the button retries a failed one', async () => {
  let healthy = false
  const seen = fakeApi({
    'GET /gallery/videos': ({ query }) => {
      if (!query?.includes('cursor')) return galleryPage([videoLike(1)], 'next')
      return healthy ? galleryPage([videoLike(2)]) : failure(500, 'INTERNAL', 'Down.')
    },
  })
  showPage(<GalleryPage />, '/gallery')
  await pass(0)
  await press('Show more')
  expect(screen.getByText('More videos could not be loaded.')).toBeTruthy()
  act(() => reachTheEnd())
  await pass(0)
  expect(seen).toHaveLength(2)
  healthy = true
  await press('Try again')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a video in the making is looked at again until it can be watched and has a thumbnail', async () => {
  let state: Partial<Video> = { status: 'processing', thumbnailUrl: null }
  const seen = fakeApi({ 'GET /gallery/videos': () => galleryPage([videoLike(1, state)]) })
  showPage(<GalleryPage />, '/gallery')
  await pass(0)
  state = { status: 'ready', thumbnailUrl: null }
  await pass(10_000)
  expect(screen.queryByText('Processing')).toBeNull()
  state = { status: 'ready', thumbnailUrl: '/media/thumbnail.jpg' }
  await pass(10_000)
  expect(seen).toHaveLength(3)
  await pass(60_000)
  expect(seen).toHaveLength(3)
})

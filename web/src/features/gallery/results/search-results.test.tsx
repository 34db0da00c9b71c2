import { fireEvent, screen, within } from '@testing-library/react'
import type { SearchResult } from '@video-forge/contract/search'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { galleryPage, searchPage, videoId, videoLike } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../../test-support/show-page.tsx'
import { GalleryPage } from '../gallery-page.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  vi.useFakeTimers()
})
resetAfterEach()

const captionId = '0190c000-0000-7000-8000-000000000001'
const found: SearchResult = {
  video: videoLike(1, { title: 'Harbour', owner: { username: 'ada', name: 'ada' } }),
  matches: [
    {
      start: 65.5,
      text: 'The old lighthouse of Kiel',
      marks: [
        [4, 7],
        [8, 18],
      ],
      captionId,
      language: 'en',
    },
    { start: 3700, text: 'lighthouse', marks: [[0, 10]], captionId, language: 'en' },
  ],
  more: 4,
  marks: { title: [], description: [], tags: [] },
}

async function show(answer: () => object, address = '/gallery?q=old+lighthouse') {
  const seen = fakeApi({ 'GET /gallery/search': answer, 'GET /gallery/videos': () => galleryPage([]) })
  showPage(<GalleryPage />, '/gallery', address)
  await pass(0)
  return seen
}
const queries = (seen: { query: string | undefined }[]) => seen.map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

test('a result has its video and the sentences with their times, and the words are marked', async () => {
  await show(() => searchPage([found]))
  const list = screen.getByRole('list', { name: 'Videos' })
  expect(within(list).getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(`/video/${videoId(1)}`)
  expect(within(list).getByRole('link', { name: 'ada' })).toBeTruthy()
  const sentences = within(screen.getByRole('list', { name: 'What is said' })).getAllByRole('link')
  expect(sentences.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Play from 1:05: The old lighthouse of Kiel', `/video/${videoId(1)}?t=65.5&captions=${captionId}`],
    ['Play from 1:01:40: lighthouse', `/video/${videoId(1)}?t=3700&captions=${captionId}`],
  ])
  expect(sentences[0]?.textContent).toBe('1:05The old lighthouse of Kiel')
  expect(Array.from(list.querySelectorAll('mark'), (mark) => mark.textContent)).toEqual(['old', 'lighthouse', 'lighthouse'])
  expect(screen.getByText('4 more matches')).toBeTruthy()
  expect(screen.getByText('1 video found').getAttribute('role')).toBe('status')
})

test('the words are marked in title, description and tags, and a long description begins near them', async () => {
  const description = `${'Nothing of this matters at all. '.repeat(4)}Here is the lighthouse.`
  const at = description.indexOf('lighthouse')
  const video = videoLike(1, { title: 'Old lighthouse', description, tags: ['North Sea', 'Lighthouses'] })
  const marks: SearchResult['marks'] = { title: [[4, 14]], description: [[at, at + 10]], tags: [[], [[0, 11]]] }
  await show(() => searchPage([{ video, matches: [], more: 0, marks }]))
  const list = screen.getByRole('list', { name: 'Videos' })
  expect(within(list).getByRole('link', { name: 'Old lighthouse' })).toBeTruthy()
  expect(Array.from(list.querySelectorAll('mark'), (mark) => mark.textContent)).toEqual(['lighthouse', 'lighthouse', 'Lighthouses'])
  expect(within(list).getByText(/^…/).parentElement?.textContent).toBe('…all. Nothing of this matters at all. Here is the lighthouse.')
  expect(within(list).getByRole('list', { name: 'Matching tags' }).textContent).toBe('#Lighthouses')
})

test('filters of the page go with the search', async () => {
  const seen = await show(() => searchPage([found]), '/gallery?q=sea&visibility=public&length=long&tag=boats&owner=ada')
  expect(queries(seen)).toEqual([{ q: 'sea', visibility: 'public', minDuration: '1200', tag: 'boats', owner: 'ada', limit: '20' }])
})

test('the best match is the first order, and another one lists the videos in it', async () => {
  const seen = await show(() => searchPage([found]))
  const sort = screen.getByLabelText<HTMLSelectElement>('Sort by')
  expect(sort.selectedOptions[0]?.textContent).toBe('Best match')
  fireEvent.change(sort, { target: { value: 'longest' } })
  await pass(0)
  expect(currentAddress()).toBe('/gallery?q=old+lighthouse&sort=longest')
  expect(seen.at(-1)?.key).toBe('GET /gallery/videos')
})

test('nothing found says what is searched, and how', async () => {
  await show(() => searchPage([]), '/gallery?q=whale')
  expect(screen.getByText('No videos match "whale"')).toBeTruthy()
  expect(screen.getByText(/titles, tags, descriptions and every word in captions/)).toBeTruthy()
  expect(screen.getByText(/tag:music/)).toBeTruthy()
})

test('empty pages of a rare phrase are passed over', async () => {
  let asked = 0
  const seen = await show(() => {
    asked += 1
    return asked < 3 ? searchPage([], `page${asked}`) : searchPage([found])
  })
  await pass(0)
  await pass(0)
  expect(queries(seen).map(({ cursor }) => cursor)).toEqual([undefined, 'page1', 'page2'])
  expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
})

test('after many empty pages people choose whether to search on', async () => {
  let asked = 0
  const seen = await show(() => {
    asked += 1
    return asked < 15 ? searchPage([], `page${asked}`) : searchPage([found])
  })
  const untilQuiet = async () => {
    for (let round = 0; round < 20; round += 1) await pass(0)
  }
  await untilQuiet()
  expect(seen).toHaveLength(10)
  expect(screen.getByText('Nothing found yet')).toBeTruthy()
  const more = screen.getByRole('button', { name: 'Search older videos' })
  more.focus()
  fireEvent.click(more)
  await untilQuiet()
  expect(document.activeElement).not.toBe(document.body)
  expect(seen).toHaveLength(15)
  expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
})

test('a failure after an empty page can be tried again', async () => {
  let healthy = false
  let asked = 0
  await show(() => {
    asked += 1
    if (asked === 1) return searchPage([], 'page1')
    return healthy ? searchPage([found]) : failure(400, 'INVALID_INPUT', 'This search takes too long.')
  })
  await pass(0)
  await pass(0)
  expect(screen.getByText('This search takes too long.')).toBeTruthy()
  healthy = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(0)
  expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let healthy = false
  await show(() => (healthy ? searchPage([found]) : failure(400, 'INVALID_INPUT', 'This search takes too long.')))
  expect(screen.getByText('This search takes too long.')).toBeTruthy()
  healthy = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(0)
  expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
})

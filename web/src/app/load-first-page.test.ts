import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../test-support/fake-api.ts'
import { fakeBrowser } from '../../test-support/fake-browser.ts'
import { galleryPage, videoLike } from '../../test-support/fake-videos.ts'
import { videoKeys } from '../videos-view/video-keys.ts'
import { loadFirstPage } from './load-first-page.ts'
import { GalleryPage, QueryScope } from './pages.ts'
import { clientOf } from './query-scope.tsx'

beforeEach(async () => {
  localStorage.clear()
  fakeBrowser()
  clientOf(undefined).clear()
  await Promise.all([GalleryPage.preload(), QueryScope.preload()])
})
afterEach(() => vi.useRealTimers())

function drawn(attribute: string): Element {
  const root = document.createElement('div')
  root.innerHTML = `<main ${attribute}></main>`
  return root
}
const list = () => clientOf(undefined).getQueryData(videoKeys.list({}))

test('the gallery that the server has drawn is fetched before it is drawn anew', async () => {
  fakeApi({ 'GET /gallery/videos': () => galleryPage([videoLike(1)]) })
  await loadFirstPage(drawn('data-first-list'))
  expect(list()).toMatchObject({ pages: [{ videos: [{ id: videoLike(1).id }] }] })
})

test('a slow answer is not waited for', async () => {
  fakeApi({ 'GET /gallery/videos': () => new Promise(() => undefined) })
  vi.useFakeTimers()
  const loading = loadFirstPage(drawn('data-first-list'))
  await vi.advanceTimersByTimeAsync(1100)
  await loading
  expect(list()).toBeUndefined()
})

test('another page fetches no list', async () => {
  const seen = fakeApi({ 'GET /gallery/videos': () => galleryPage([]) })
  await loadFirstPage(drawn(''))
  expect(seen).toEqual([])
})

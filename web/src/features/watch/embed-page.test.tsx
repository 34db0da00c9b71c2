import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { fakeMedia } from '../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../test-support/fake-videos.ts'
import { resetAfterEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { EmbedPage } from './embed-page.tsx'

const address = `/gallery/videos/${videoId(1)}`

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  fakeMedia()
  vi.useFakeTimers()
})
resetAfterEach()

async function show(handlers: Parameters<typeof fakeApi>[0], search = '') {
  const seen = fakeApi({ [`GET ${address}/stream`]: () => streamLike(), ...handlers })
  showPage(<EmbedPage />, '/embed/:id', `/embed/${videoId(1)}${search}`)
  await act(() => vi.advanceTimersByTimeAsync(5))
  await act(() => vi.advanceTimersByTimeAsync(5))
  return seen
}

test('plays with its title over it, which opens the page of the video beside the framing one', async () => {
  const seen = await show(
    { [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { title: 'Harbour' }) } }) },
    '?link=s3',
  )
  expect(screen.getByLabelText('Harbour', { selector: 'video' }).getAttribute('src')).toBe('/media/master.m3u8')
  const title = screen.getByRole('link', { name: /^Harbour/ })
  expect(title.getAttribute('href')).toBe(`/video/${videoId(1)}?link=s3`)
  expect(title.getAttribute('target')).toBe('_blank')
  expect(screen.getByRole('button', { name: 'Quality: Auto' })).toBeTruthy()
  expect(seen.every(({ query }) => query?.includes('link=s3'))).toBe(true)
  expect(document.title).toBe('Harbour · Video Forge')
})

test('shows the progress while there is nothing to play', async () => {
  const video = detailsLike(1, {
    status: 'processing',
    processing: true,
    progress: { status: 'PROCESSING', progress: 3, stage: null, etaSeconds: null },
  })
  await show({ [`GET ${address}`]: () => ({ body: { success: true, video } }) })
  expect(screen.getByText('Video is processing')).toBeTruthy()
})

test('says when there is nothing', async () => {
  await show({ [`GET ${address}`]: () => failure(404, 'NOT_FOUND', 'Video not found') })
  expect(screen.getByRole('heading', { name: 'Video not found' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a failure can be tried again', async () => {
  await show({ [`GET ${address}`]: () => ({ status: 500, body: 'oops' }) })
  expect(screen.getByText('Failed to load video')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('says that the video is still being encoded', async () => {
  const video = detailsLike(1, {
    title: 'Harbour',
    processing: true,
    progress: { status: 'PENDING', progress: 0, stage: null, etaSeconds: null },
  })
  await show({ [`GET ${address}`]: () => ({ body: { success: true, video } }) })
  expect(screen.getByText('Waiting in the queue to be encoded. You can already watch.')).toBeTruthy()
})

import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeMedia } from '../../../../test-support/fake-media.ts'
import { captionLike, detailsLike, videoId } from '../../../../test-support/fake-videos.ts'
import { resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { PlaybackContext } from '../playback/playback-context.ts'
import { TranscriptPanel } from './transcript-panel.tsx'

const c1 = videoId(11)
const c2 = videoId(12)
const element = () => document.createElement('video')
const seekTo = vi.fn()

beforeEach(() => {
  fakeMedia()
  seekTo.mockClear()
})
resetAfterEach()

function show(captions = [captionLike(c1, 'de', 'German'), captionLike(c2, 'en', 'English', { source: 'automatic' })]) {
  const video = element()
  const seen = fakeApi({
    [`GET /gallery/videos/${videoId(1)}/transcript`]: () => ({
      body: {
        success: true,
        captionId: c1,
        language: 'de',
        source: 'uploaded',
        cues: [
          { start: 1, end: 2, text: 'Hallo' },
          { start: 62, end: 63, text: 'Ärger im\nHafen' },
        ],
      },
    }),
  })
  const page = (
    <PlaybackContext value={{ element: video, seekTo }}>
      <TranscriptPanel video={detailsLike(1, { captions })} link={undefined} />
    </PlaybackContext>
  )
  showPage(page, '/video/:id', `/video/${videoId(1)}`)
  return { seen, video }
}

test('is loaded when it is opened, follows the playback and seeks', async () => {
  const { seen, video } = show()
  expect(seen).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show transcript' }))
  const line = await screen.findByRole('button', { name: /1:02.*Ärger/s })
  await act(async () => {
    video.currentTime = 62.5
    video.dispatchEvent(new Event('timeupdate'))
  })
  expect(line.getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /Hallo/ }))
  expect(seekTo).toHaveBeenCalledWith(1)
})

test('is searched, and copied with the times', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Show transcript' }))
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'arger' } })
  expect(screen.getByText('1 match')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Hallo/ })).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy with times' })))
  expect(writeText).toHaveBeenCalledWith('1:02 Ärger im Hafen')
})

test('says that a program wrote it', async () => {
  show([captionLike(c2, 'en', 'English', { source: 'automatic' })])
  fireEvent.click(screen.getByRole('button', { name: 'Show transcript' }))
  expect(await screen.findByText(/may contain errors/)).toBeTruthy()
})

test('is not there without captions', () => {
  show([])
  expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull()
})

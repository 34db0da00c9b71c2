import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeMedia } from '../../../../test-support/fake-media.ts'
import { ChapterAnnouncement } from './chapter-announcement.tsx'

const chapters = [
  { start: 0, title: 'Start' },
  { start: 10, title: 'Middle' },
  { start: 20, title: 'End' },
]

beforeEach(() => {
  vi.useFakeTimers()
  fakeMedia()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function show() {
  const video = document.createElement('video')
  const { getByRole } = render(<ChapterAnnouncement element={{ current: video }} chapters={chapters} />)
  const at = (seconds: number, milliseconds = 1500) =>
    act(async () => {
      video.currentTime = seconds
      await vi.advanceTimersByTimeAsync(milliseconds)
    })
  return { video, at, said: () => getByRole('status').textContent }
}

test('the next chapter is said while it plays, and the first one is not', async () => {
  const { video, at, said } = await show()
  await act(() => video.play())
  await at(1)
  expect(said()).toBe('')
  await at(10.2)
  expect(said()).toBe('Chapter: Middle')
})

test('nothing is said while paused, and chapters that are passed while seeking are not', async () => {
  const { video, at, said } = await show()
  await at(12)
  expect(said()).toBe('')
  await act(() => video.play())
  await at(1)
  await act(async () => void video.dispatchEvent(new Event('seeking')))
  await at(11, 200)
  await act(async () => void video.dispatchEvent(new Event('seeking')))
  await at(21, 900)
  expect(said()).toBe('')
  await at(21.5)
  expect(said()).toBe('Chapter: End')
})

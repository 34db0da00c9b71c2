import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { galleryPage, videoLike } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { PersonPage } from './person-page.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  vi.useFakeTimers()
})
resetAfterEach()

const person = { username: 'ada.l', name: 'ada.l', videoCount: 1, since: '2026-01-01T12:00:00.000Z' }

async function show(answer: object, videos = [videoLike(1, { title: 'Harbour' })]) {
  const seen = fakeApi({ 'GET /people/ada.l': () => answer, 'GET /gallery/videos': () => galleryPage(videos) })
  showPage(<PersonPage />, '/u/:username', '/u/ada.l')
  await pass(0)
  return seen
}

test('shows the name, how many videos there are, and the videos', async () => {
  const seen = await show({ body: { success: true, person } })
  expect(screen.getByRole('heading', { level: 1, name: 'ada.l' })).toBeTruthy()
  expect(document.title).toBe('ada.l · Video Forge')
  expect(screen.getByText(/^1 video · Here since /)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Harbour' })).toBeTruthy()
  const asked = seen.find(({ key }) => key === 'GET /gallery/videos')?.query
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({ owner: 'ada.l', visibility: 'public', limit: '50' })
})

test('an unknown name has no page', async () => {
  await show(failure(404, 'NOT_FOUND', 'There is no page for this name.'))
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse videos' }).getAttribute('href')).toBe('/gallery')
})

test('your own page without videos says what it is', async () => {
  await show({ body: { success: true, person: { ...person, videoCount: 0 } } }, [])
  expect(screen.getByText('No public videos yet')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  await show(failure(503, 'UNAVAILABLE', 'The database is down.'))
  expect(screen.getByText('The database is down.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

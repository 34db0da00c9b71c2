// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../../test-support/fake-browser.ts'
import { fakeMedia } from '../../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../../test-support/fake-videos.ts'
import { resetAfterEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { WatchPage } from '../watch-page.tsx'

const address = `/gallery/videos/${videoId(1)}`

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  fakeMedia()
})
afterEach(() => sessionStorage.clear())
resetAfterEach()

const locked = failure(401, 'PASSWORD_REQUIRED', 'This video needs a password.')

test('asks for the password, says what is wrong with it, and sends what it opens with every call', async () => {
  const answers = [
    failure(401, 'INVALID_CREDENTIALS', 'That password is wrong.'),
    failure(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Please try again in 14 minutes.'),
    { body: { success: true, grant: 'granted', expiresAt: '2026-01-01T04:00:00.000Z' } },
  ]
  const video = { body: { success: true, video: detailsLike(1, { title: 'Harbour', hasPassword: true }) } }
  const isOpen = (query: string | undefined) => query?.includes('grant=granted') === true
  const seen = fakeApi({
    [`GET ${address}`]: ({ query }) => (isOpen(query) ? video : locked),
    [`GET ${address}/stream`]: ({ query }) => (isOpen(query) ? streamLike() : locked),
    [`POST ${address}/unlock`]: () => answers.shift() ?? locked,
  })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}?link=s3`)
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Watch' }))
  send()
  await screen.findByText('Enter the password.')
  fireEvent.change(field, { target: { value: 'open sesame' } })
  send()
  await screen.findByText('That password is wrong.')
  send()
  await screen.findByText('Too many attempts. Please try again in 14 minutes.')
  send()
  await screen.findByLabelText('Harbour', { selector: 'video' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  const tries = seen.filter(({ key }) => key.startsWith('POST'))
  expect(tries.map(({ query, body }) => [query, body])).toEqual(Array(3).fill(['?link=s3', { password: 'open sesame' }]))
})

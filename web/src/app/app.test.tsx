import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ada, failure, fakeApi, storeSession } from '../../test-support/fake-api.ts'
import { fakeBrowser } from '../../test-support/fake-browser.ts'
import { jobPage, statsLike } from '../../test-support/fake-jobs.ts'
import { resetAfterEach } from '../../test-support/page-test.ts'
import { refreshProfile } from '../session/refresh-profile.ts'
import { App } from './app.tsx'

let path = ''
let rest = ''
function Where() {
  const { pathname, search, hash } = useLocation()
  path = pathname
  rest = search + hash
  return null
}

const open = (...entries: (string | { pathname: string; state: object })[]) =>
  render(
    <StrictMode>
      <MemoryRouter initialEntries={entries} initialIndex={entries.length - 1}>
        <App />
        <Where />
      </MemoryRouter>
    </StrictMode>,
  )

const admin = { ...ada, username: 'root', role: 'admin', group: 'admin', groups: ['admin'] }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fakeBrowser()
  fakeApi({})
})
resetAfterEach()

const landing = 'Upload a video once and get it in every quality, ready to watch.'

test.each([
  ['/', landing, '/'],
  ['/mfa-login', landing, '/'],
  ['/upload', landing, '/'],
  ['/jobs/1', landing, '/'],
  ['/account', landing, '/'],
  ['/nowhere/at/all', landing, '/'],
  ['/create', landing, '/'],
  ['/u/ada', 'Person', '/u/ada'],
  ['/gallery', 'Video Gallery', '/gallery'],
  ['/video/1', 'Video', '/video/1'],
])('signed out, %s shows %s', async (from, title, to) => {
  open(from)
  await heading(title)
  expect(path).toBe(to)
})

test.each([
  ['/', 'Dashboard', '/'],
  ['/mfa-login', 'Dashboard', '/'],
  ['/nowhere', 'Dashboard', '/'],
  ['/u/ada', 'Person', '/u/ada'],
  ['/create', 'Dashboard', '/'],
  ['/jobs', 'My Videos', '/jobs'],
  ['/jobs/1', 'Job', '/jobs/1'],
  ['/search-video', 'Discover Amazing Videos', '/search-video'],
  ['/upload', 'Upload & Share Video', '/upload'],
  ['/gallery', 'Video Gallery', '/gallery'],
  ['/video/1', 'Video', '/video/1'],
  ['/account', 'Account', '/account'],
])('signed in, %s shows %s', async (from, title, to) => {
  storeSession()
  open(from)
  await heading(title)
  expect(path).toBe(to)
  expect(document.title).toBe(`${title} · Video Forge`)
})

const navigation = () =>
  screen.getAllByRole('navigation').flatMap((nav) => Array.from(nav.querySelectorAll('a'), (link) => link.textContent))

test('a member of the user group sees all of the navigation, with the current item marked', async () => {
  storeSession()
  open('/video/1')
  await heading('Video')
  expect(navigation()).toEqual(['Dashboard', 'Upload', 'Search Video', 'Gallery', 'My Videos'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Gallery')
})

test('an admin outside the user group sees the admin dashboard and only that in the navigation', async () => {
  storeSession('1', admin)
  open('/')
  await heading('Admin Dashboard')
  expect(navigation()).toEqual(['Dashboard'])
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'System Status',
    'Job Management',
    'Storage Management',
    'User Management',
  ])
})

const promoted = { ...admin, groups: ['user', 'admin'] }

test('a member who is also an admin finds the create-job form on /create', async () => {
  storeSession('1', promoted)
  open('/create')
  await heading('Create')
  expect(navigation()).toEqual(['Dashboard', 'Create', 'Upload', 'Search Video', 'Gallery', 'My Videos'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Create')
  expect(screen.getByRole('button', { name: 'Create Job' })).toBeTruthy()
})

const hit = { id: 1, tags: 'sea', type: 'film', videos: { large: { thumbnail: '/t.jpg', url: 'https://stock.example/sea.mp4' } } }

test.each([
  ['a member', ada, '/', 'Dashboard'],
  ['a member who is an admin too', promoted, '/create', 'Create'],
])("stock 'Select' of %s leads to the form with the address filled in", async (_, user, to, title) => {
  storeSession('1', user)
  fakeApi({ 'GET /stock/videos': () => ({ body: { success: true, hits: [hit], provider: { name: 'Stock', url: null } } }) })
  open('/search-video?q=sea')
  await userEvent.click(await screen.findByRole('button', { name: /^Select/ }))
  await heading(title)
  expect(path).toBe(to)
  expect((await screen.findByLabelText<HTMLInputElement>('Video Source')).value).toBe('https://stock.example/sea.mp4')
})

test('an empty list of videos leads a member who is also an admin to the form', async () => {
  storeSession('1', promoted)
  fakeApi({ 'GET /jobs': () => jobPage([]), 'GET /jobs/stats': () => statsLike() })
  open('/jobs')
  await userEvent.click(await screen.findByRole('link', { name: 'From a URL or the sample' }))
  await heading('Create')
})

test('a sign-out in another tab shows the landing in this one', async () => {
  storeSession()
  open('/jobs')
  await heading('My Videos')
  act(() => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await heading(landing)
})

test('sign-out asks first', async () => {
  storeSession()
  const seen = fakeApi({ 'POST /auth/logout': () => ({}) })
  open('/')
  await heading('Dashboard')
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada, User' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByRole('alertdialog')
  expect(seen.map(({ key }) => key)).not.toContain('POST /auth/logout')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await heading(landing)
  expect(localStorage).toHaveLength(0)
})

test('sign-out does not wait for a network that never answers', async () => {
  storeSession()
  fakeApi({ 'POST /auth/logout': () => new Promise(() => undefined) })
  open('/jobs')
  await heading('My Videos')
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada, User' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await heading(landing)
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['on', { body: { success: true, site: { googleSignIn: true } } }, true],
  ['off', { body: { success: true, site: { googleSignIn: false } } }, false],
  ['unknown', failure(500, 'INTERNAL', 'Sorry.'), true],
])('Google sign-in that is %s', async (_, answer, isThere) => {
  const seen = fakeApi({ 'GET /site': () => answer })
  open('/')
  await heading(landing)
  await waitFor(() => expect(seen.map(({ key }) => key)).toContain('GET /site'))
  const button = () => screen.queryByRole('button', { name: 'Continue with Google' })
  if (isThere) await waitFor(() => expect(button()).not.toBeNull())
  else expect(button()).toBeNull()
})

test('after a sign-out on purpose the next sign-in starts at the dashboard', async () => {
  storeSession()
  fakeApi({ 'POST /auth/logout': () => ({}), 'POST /auth/login': () => ({ body: { token: 'id-1', user: ada } }) })
  open('/jobs')
  await heading('My Videos')
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada, User' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  expect(screen.queryByText('Sign in to see this page.')).toBeNull()
  await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
  await heading('Dashboard')
})

test('a session that cannot be renewed leads to the landing from any page', async () => {
  storeSession()
  fakeApi({
    'GET /auth/profile': () => failure(401, 'NOT_SIGNED_IN', 'No.'),
    'POST /auth/refresh': () => failure(401, 'NOT_SIGNED_IN', 'No.'),
  })
  open('/gallery')
  await heading('Video Gallery')
  await act(refreshProfile)
  await heading(landing)
  expect(path).toBe('/')
  expect(localStorage).toHaveLength(0)
})

test('signing in leads to the page that was opened before', async () => {
  fakeApi({ 'POST /auth/login': () => ({ body: { token: 'id-1', user: ada } }) })
  open('/upload')
  await screen.findByText('Sign in to see this page.')
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
  await heading('Upload & Share Video')
  expect(screen.queryByText('Sign in to see this page.')).toBeNull()
})

const internalSite = () => {
  const tag = Object.assign(document.createElement('meta'), { name: 'site', content: 'internal' })
  document.head.append(tag)
  onTestFinished(() => tag.remove())
}

test('on an internal site a link to a video leads to the sign-in, which says so and knows nothing of the video, and then to it', async () => {
  internalSite()
  const seen = fakeApi({
    'POST /auth/login': () => ({ body: { token: 'id-1', user: ada } }),
    'GET /gallery/videos/1': () => failure(404, 'NOT_FOUND', 'Video not found'),
  })
  open('/video/1?t=30#comments')
  await screen.findByText('Sign in to see this page.')
  await heading(landing)
  expect(seen.filter(({ key }) => key.includes('/gallery/'))).toEqual([])
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
  await waitFor(() => expect([path, rest]).toEqual(['/video/1', '?t=30#comments']))
})

test.each(['//evil.example/x', '/\\evil.example', '/\t/evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
  'a sign-in does not lead to %j',
  async (returnTo) => {
    fakeApi({ 'POST /auth/login': () => ({ body: { token: 'id-1', user: ada } }) })
    open({ pathname: '/', state: { returnTo } })
    await userEvent.type(await screen.findByLabelText('Username'), 'ada')
    expect(screen.queryByText('Sign in to see this page.')).toBeNull()
    await userEvent.type(screen.getByLabelText('Password'), 'x{Enter}')
    await heading('Dashboard')
    expect(path).toBe('/')
  },
)

const secondStep = { pathname: '/mfa-login', state: { session: 's1', challenge: 'EMAIL_OTP', username: 'ada' } }

test('a wrong code shows the error and clears the input, a right one signs in', async () => {
  const seen = fakeApi({
    'POST /auth/mfa/complete': ({ body }) =>
      JSON.stringify(body).includes('123456')
        ? { body: { result: { IdToken: 'i', user: ada } } }
        : failure(400, 'INVALID_CODE', 'Wrong code.'),
  })
  open('/', secondStep)
  const input = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  await userEvent.type(input, '999999{Enter}')
  expect((await screen.findByText('Wrong code.')).closest('[role=alert]')).not.toBeNull()
  expect(input.value).toBe('')
  await userEvent.type(input, '123456{Enter}')
  await heading('Dashboard')
  expect(path).toBe('/')
  expect(seen.findLast(({ key }) => key === 'POST /auth/mfa/complete')?.body).toEqual({
    session: 's1',
    otpCode: '123456',
    challengeName: 'EMAIL_OTP',
    username: 'ada',
  })
  expect(localStorage.getItem('video_forge_token')).toBe('i')
})

test('a challenge of another kind is not supported', async () => {
  open('/', { pathname: '/mfa-login', state: { session: 's1', challenge: 'SMS', username: 'ada' } })
  await userEvent.type(await screen.findByLabelText('Verification Code'), '123456{Enter}')
  await screen.findByText('Only EMAIL_OTP challenge is supported')
})

test("'Back to Login' goes back one step", async () => {
  open('/gallery', secondStep)
  await userEvent.click(await screen.findByRole('button', { name: 'Back to Login' }))
  await heading('Video Gallery')
})

test.each([
  ['signed in', true],
  ['signed out', false],
])('an embedded player stands alone, %s', async (_, isSignedIn) => {
  if (isSignedIn) storeSession()
  fakeApi({ 'GET /gallery/videos/1': () => failure(404, 'NOT_FOUND', 'Video not found') })
  open('/embed/1')
  await heading('Video not found')
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each([
  ['signed out', false],
  ['signed in', true],
])('an address without a page leads to the start, which says so until one goes on: %s', async (_, isSignedIn) => {
  if (isSignedIn) storeSession()
  open('/nowhere')
  expect((await screen.findByText('Page not found')).parentElement?.textContent).toContain('There is nothing at /nowhere.')
  expect(path).toBe('/')
  await userEvent.click(screen.getByRole('link', { name: /^Video Forge/ }))
  await waitFor(() => expect(screen.queryByText('Page not found')).toBeNull())
})

test('an expired session leads to the sign-in, which says so and comes back afterwards', async () => {
  storeSession()
  fakeApi({
    'GET /jobs': () => failure(401, 'NOT_SIGNED_IN', 'No.'),
    'POST /auth/refresh': () => failure(401, 'NOT_SIGNED_IN', 'No.'),
  })
  open('/jobs')
  await screen.findByText('Your session has ended. Please sign in again.')
  await heading(landing)
  expect(path).toBe('/')
})

test('the bar that says that one is offline is a part of the header, and goes by itself', async () => {
  open('/')
  const header = await screen.findByRole('banner')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(within(header).getByText('You are offline. This page may be out of date.')).toBeDefined()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(within(header).queryByText('You are offline. This page may be out of date.')).toBeNull()
})

test('in a frame, an expired session continues signed out and does not navigate', async () => {
  storeSession()
  fakeApi({
    'GET /gallery/videos/1': ({ token }) => (token ? failure(401, 'NOT_SIGNED_IN', 'No.') : failure(404, 'NOT_FOUND', 'Video not found')),
    'POST /auth/refresh': () => failure(401, 'NOT_SIGNED_IN', 'No.'),
  })
  open('/embed/1')
  await heading('Video not found')
  expect(path).toBe('/embed/1')
})

test('in a frame with blocked storage, the viewer counts as signed out', async () => {
  fakeApi({ 'GET /gallery/videos/1': () => failure(404, 'NOT_FOUND', 'Video not found') })
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError')
    })
  }
  open('/embed/1')
  await heading('Video not found')
  vi.restoreAllMocks()
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { currentUser } from '../../../session/session-store.ts'
import { AccountPage } from './account-page.tsx'

const askPermission = vi.fn(async () => Notification.permission)

/** The two things of it that are asked. */
const browser: { permission: NotificationPermission; requestPermission: typeof askPermission } = {
  permission: 'default',
  requestPermission: askPermission,
}

signInBeforeEach()
beforeEach(() => {
  browser.permission = 'default'
  askPermission.mockClear()
  vi.stubGlobal('Notification', browser)
})
resetAfterEach()

const facts = { hasPassword: true, hasPublicName: true, pendingEmail: null, videoCount: 0, isLastAdmin: false, needsSignIn: false }
const accountLike = (parts: object = {}) => ({ body: { success: true, account: { ...facts, ...parts } } })
const sessionLike = (number: number, parts: object = {}) => ({
  id: `0190a000-0000-7000-8000-00000000000${number}`,
  current: number === 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  device: 'Chrome on Windows',
  ...parts,
})
const sessionPage = (...sessions: object[]) => ({ body: { success: true, sessions, total: sessions.length } })

function show(handlers: Parameters<typeof fakeApi>[0]) {
  const seen = fakeApi({
    'GET /account/webhooks': () => ({ body: { success: true, webhooks: [] } }),
    'GET /auth/account': () => accountLike(),
    'GET /account/keys': () => ({ body: { success: true, keys: [] } }),
    'GET /account/exports': () => ({
      body: { success: true, exports: [], size: { videoCount: 0, originalBytes: 0, renditionBytes: 0 } },
    }),
    'GET /account/signing-keys': () => ({ body: { success: true, keys: [] } }),
    'GET /auth/sessions': () => sessionPage(sessionLike(1)),
    ...handlers,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return seen
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const fill = async (part: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(await part.findByLabelText(label), { target: { value } })
const strong = 'Another-Pass-2'
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('settings that fail to load say so and can be retried', async () => {
  let down = true
  show({
    'GET /account/webhooks': () => (down ? failure(500, 'INTERNAL', 'Broken.') : { body: { success: true, webhooks: [] } }),
  })
  await screen.findByText('Broken.')
  down = false
  press('Try again')
  await screen.findByText(/^No webhooks yet/)
})

test('only the switch asks for permission; a refusal is explained', async () => {
  show({})
  const toggle = screen.getByRole('switch', { name: 'Browser notifications' })
  expect(askPermission).not.toHaveBeenCalled()
  browser.permission = 'denied'
  fireEvent.click(toggle)
  await screen.findByText(/^This browser blocks notifications/)
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  browser.permission = 'granted'
  fireEvent.click(toggle)
  await vi.waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(localStorage.getItem('video_forge_notices')).toBe('on')
})

test('the rules of a new password are checked before anything is sent, at the field they belong to', async () => {
  const seen = show({})
  const part = section('Password')
  await fill(part, 'Current Password', 'Secret-Pass-1')
  await fill(part, 'New Password', strong)
  await fill(part, 'Confirm Password', 'other')
  fireEvent.click(part.getByRole('button', { name: 'Change password' }))
  expect(part.getByRole('alert').textContent).toBe('Passwords do not match')
  await fill(part, 'New Password', 'longenough')
  await fill(part, 'Confirm Password', 'longenough')
  fireEvent.click(part.getByRole('button', { name: 'Change password' }))
  expect(part.getByRole('alert').textContent).toBe('Password does not meet security requirements')
  expect(document.activeElement).toBe(part.getByLabelText('New Password'))
  expect(seen.some(({ key }) => key.startsWith('PUT'))).toBe(false)
})

test('a password is changed with the current one, and the form is empty again', async () => {
  const seen = show({
    'PUT /auth/password': ({ body }) =>
      JSON.stringify(body).includes('Secret-Pass-1')
        ? { body: { success: true, message: 'Done.' } }
        : failure(400, 'INVALID_INPUT', 'Incorrect password.', { details: [{ field: 'currentPassword', message: 'Incorrect password.' }] }),
  })
  const part = section('Password')
  const send = async (current: string) => {
    await fill(part, 'Current Password', current)
    await fill(part, 'New Password', strong)
    await fill(part, 'Confirm Password', strong)
    fireEvent.click(part.getByRole('button', { name: 'Change password' }))
  }
  await send('wrong')
  await part.findByText('Incorrect password.')
  await send('Secret-Pass-1')
  await vi.waitFor(() => expect(part.getByLabelText<HTMLInputElement>('Current Password').value).toBe(''))
  expect(seen.findLast(({ key }) => key.startsWith('PUT'))?.body).toEqual({ currentPassword: 'Secret-Pass-1', newPassword: strong })
})

test('changes the e-mail address with the password and a code', async () => {
  const seen = show({
    'POST /auth/email': () => ({ body: { success: true, user: ada, message: 'Sent.' } }),
    'POST /auth/email/confirm': () => ({ body: { success: true, user: { ...ada, email: 'new@example.com' }, message: 'Done.' } }),
  })
  const part = section('Profile')
  fireEvent.click(await part.findByRole('button', { name: 'Change e-mail' }))
  fireEvent.click(part.getByRole('button', { name: 'Send code' }))
  expect(part.getByRole('alert').textContent).toBe('All fields are required')
  await fill(part, 'New Email', 'new@example.com')
  await fill(part, 'Password', 'Secret-Pass-1')
  fireEvent.click(part.getByRole('button', { name: 'Send code' }))
  await fill(part, 'Verification Code', '123456')
  expect(seen.findLast(({ key }) => key === 'POST /auth/email')?.body).toEqual({ newEmail: 'new@example.com', password: 'Secret-Pass-1' })
  fireEvent.click(part.getByRole('button', { name: 'Confirm e-mail' }))
  await part.findByText('new@example.com')
  await part.findByRole('button', { name: 'Change e-mail' })
  expect(localStorage.getItem('video_forge_user')).toContain('new@example.com')
})

test('a pending change of address continues after a reload', async () => {
  show({ 'GET /auth/account': () => accountLike({ pendingEmail: 'new@example.com' }) })
  await section('Profile').findByLabelText('Verification Code')
  expect(section('Profile').getByText('new@example.com')).toBeDefined()
})

test('one session is signed out, or all others after a question', async () => {
  const [own, phone, tablet] = [
    sessionLike(1),
    sessionLike(2, { device: 'Safari on iPhone' }),
    sessionLike(3, { device: 'Safari on iPad' }),
  ]
  const seen = show({
    'GET /auth/sessions': () => sessionPage(own, phone, tablet),
    [`DELETE /auth/sessions/${phone.id}`]: () => sessionPage(own, tablet),
    'DELETE /auth/sessions': () => sessionPage(own),
  })
  const part = section('Sessions')
  await part.findByText('This device')
  expect(part.getAllByRole('button', { name: /^Sign out (Safari|Chrome)/ })).toHaveLength(2)
  fireEvent.click(part.getByRole('button', { name: /^Sign out Safari on iPhone/ }))
  await vi.waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2))
  fireEvent.click(part.getByRole('button', { name: 'Sign out everywhere' }))
  expect(seen.some(({ key }) => key === 'DELETE /auth/sessions')).toBe(false)
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }))
  await part.findByText(/^You are signed in nowhere else/)
})

test('deletes an account after its password, and says what is deleted', async () => {
  const seen = show({
    'GET /auth/account': () => accountLike({ videoCount: 3 }),
    'DELETE /auth/account': () => ({ body: { success: true, message: 'Your account is deleted.' } }),
  })
  const part = section('Delete account')
  await part.findByText(/3 videos with all their files/)
  fireEvent.click(part.getByRole('button', { name: 'Delete account' }))
  const dialog = within(screen.getByRole('alertdialog'))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' })
  expect(confirm.disabled).toBe(true)
  await fill(dialog, 'Password', 'Secret-Pass-1')
  fireEvent.click(confirm)
  await vi.waitFor(() => expect(localStorage.getItem('video_forge_token')).toBeNull())
  expect(seen.at(-1)).toMatchObject({ key: 'DELETE /auth/account', body: { password: 'Secret-Pass-1' } })
})

test.each([
  [{ isLastAdmin: true }, /^You are the only admin/],
  [{ hasPassword: false, needsSignIn: true }, /^Please sign out and sign in again/],
])('where an account cannot be deleted the page says why: %j', async (parts, why) => {
  show({ 'GET /auth/account': () => accountLike(parts) })
  await section('Delete account').findByText(why)
  expect(section('Delete account').queryByRole('button')).toBeNull()
})

test('somebody without a public name chooses one; a name that is taken says so', async () => {
  let hasPublicName = false
  const seen = show({
    'GET /auth/account': () => accountLike({ hasPublicName }),
    'PUT /auth/username': ({ body }) => {
      if (JSON.stringify(body).includes('taken')) return failure(409, 'USERNAME_TAKEN', 'This username is already taken.')
      hasPublicName = true
      return { body: { success: true, user: { ...ada, username: 'ada.films' } } }
    },
  })
  const profile = section('Profile')
  fireEvent.click(await profile.findByRole('button', { name: 'Choose a public name' }))
  const send = () => fireEvent.click(profile.getByRole('button', { name: 'Use this name' }))
  await fill(profile, 'Username', 'a b')
  send()
  expect(await profile.findByText(/^Username may contain only letters/)).toBeDefined()
  expect(seen.some(({ key }) => key === 'PUT /auth/username')).toBe(false)
  await fill(profile, 'Username', 'taken')
  send()
  expect((await profile.findByText('This username is already taken.')).closest('[role=alert]')).not.toBeNull()
  await fill(profile, 'Username', ' ada.films ')
  send()
  await vi.waitFor(() => expect(profile.queryByRole('button', { name: 'Use this name' })).toBeNull())
  expect(seen.findLast(({ key }) => key === 'PUT /auth/username')?.body).toEqual({ username: 'ada.films' })
  expect(currentUser()?.username).toBe('ada.films')
  expect(profile.queryByRole('button', { name: 'Choose a public name' })).toBeNull()
})

test('nobody who has a public name is asked for one', async () => {
  show({})
  await section('Profile').findByRole('button', { name: 'Change e-mail' })
  expect(screen.queryByRole('button', { name: 'Choose a public name' })).toBeNull()
})

test('explains how to get a password to a user without one', async () => {
  show({ 'GET /auth/account': () => accountLike({ hasPassword: false }) })
  await section('Password').findByText(/Forgot password/)
  expect(screen.queryByRole('switch', { name: 'E-mail code' })).toBeNull()
})

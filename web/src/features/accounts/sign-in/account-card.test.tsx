import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ada, failure, fakeApi, tokenSet } from '../../../../test-support/fake-api.ts'
import { resetAfterEach } from '../../../../test-support/page-test.ts'
import { returnPath, takeReturnPath } from '../../../session/return-path.ts'
import { currentUser } from '../../../session/session-store.ts'
import { AccountCard } from './account-card.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
resetAfterEach()

const onCodeNeeded = vi.fn()
const site = { googleSignIn: true, oidc: null, registration: 'open' } as const
const showCard = (props: Partial<ComponentProps<typeof AccountCard>>, state?: object) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
      <AccountCard site={site} onCodeNeeded={onCodeNeeded} {...props} />
    </MemoryRouter>,
  )
const show = () => showCard({})
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const strong = 'Secret!123'

async function signUp(username: string, email: string, password: string, again = password) {
  await press('Sign Up')
  fill('Username', username)
  fill('Email', email)
  fill('Password', password)
  fill('Confirm Password', again)
  await press('Create Account')
}

test.each([
  [['', '', '', ''], 'All fields are required', 'Username'],
  [['ada', 'ada@example.com', strong, ''], 'All fields are required', 'Confirm Password'],
  [['ad', 'no-address', 'x', 'y'], 'Username must be at least 3 characters long', 'Username'],
  [['ada', 'ada@example.com', 'x', 'y'], 'Passwords do not match', 'Confirm Password'],
  [['ada', 'ada@example.com', 'x', 'x'], 'Password must be at least 6 characters long', 'Password'],
  [['ada', 'ada@example.com', 'longenough', 'longenough'], 'Password does not meet security requirements', 'Password'],
])('sign-up with %j says: %s', async ([username = '', email = '', password = '', again = ''], sentence, label) => {
  const seen = fakeApi({})
  show()
  await signUp(username, email, password, again)
  expect(screen.getByRole('alert').textContent).toBe(sentence)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(seen).toHaveLength(0)
})

test('the rules of the password are ticked as they are met', async () => {
  show()
  await press('Sign Up')
  const met = () => screen.getAllByText(', met').length
  fill('Password', 'Abc')
  expect(met()).toBe(2)
  fill('Password', strong)
  expect(met()).toBe(5)
})

test("shows the server's message about a field at the field", async () => {
  fakeApi({
    'POST /auth/register-with-group': () =>
      failure(409, 'USERNAME_TAKEN', 'Taken.', { details: [{ field: 'username', message: 'Taken.' }] }),
  })
  show()
  await signUp('ada', 'ada@example.com', strong)
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Taken.')
})

test('an account made without a code is announced for 2 s, then the sign-in is back', async () => {
  fakeApi({ 'POST /auth/register-with-group': () => ({ status: 201, body: { success: true, message: 'Account created.', user: ada } }) })
  show()
  await signUp('ada', 'ada@example.com', strong)
  await pass(1999)
  expect(screen.getByText('Account created.')).toBeDefined()
  await pass(1)
  expect(screen.queryByText('Account created.')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  expect(screen.queryByLabelText('Confirm Password')).toBeNull()
})

test('a verification code leads to the confirmation, a wrong one to its panel, a right one to a message of 5 s', async () => {
  const seen = fakeApi({
    'POST /auth/register-with-group': () => ({ status: 201, body: { success: true, message: 'We sent a verification code.', user: ada } }),
    'POST /auth/confirm-email': ({ body }) =>
      JSON.stringify(body).includes('123456') ? {} : failure(400, 'INVALID_CODE', 'That code is wrong.'),
  })
  show()
  await signUp('ada', 'ada@example.com', strong)

  fill('Verification Code', '12345')
  await press('Confirm Email')
  expect(screen.getByRole('alert').textContent).toBe('Please enter a valid 6-digit code')

  fill('Verification Code', '999999')
  await press('Confirm Email')
  expect(screen.getByText('Confirmation Failed')).toBeDefined()
  expect(screen.getByText('That code is wrong.')).toBeDefined()

  fill('Verification Code', '123456')
  await press('Confirm Email')
  expect(seen.at(-1)?.body).toEqual({ username: 'ada', email: 'ada@example.com', confirmationCode: '123456' })
  expect(document.activeElement, 'only the password is missing').toBe(screen.getByLabelText('Password'))
  await pass(4999)
  expect(screen.getByText('Email confirmed. You can sign in now.')).toBeDefined()
  await pass(1)
  expect(screen.queryByText('Email confirmed. You can sign in now.')).toBeNull()
})

test('an unconfirmed user is led to the confirmation and may ask for a code, then again after 30 s', async () => {
  const seen = fakeApi({
    'POST /auth/login': () =>
      failure(403, 'USER_NOT_CONFIRMED', 'Please verify your email before logging in.', { error: 'USER_NOT_CONFIRMED' }),
    'POST /auth/resend-confirmation': () => ({}),
  })
  show()
  fill('Username', 'ada')
  fill('Password', 'x')
  await press('Sign In')
  expect(screen.getByText('Please verify your email before logging in.')).toBeDefined()
  await press('Resend code')
  expect(seen.at(-1)).toMatchObject({ key: 'POST /auth/resend-confirmation', body: { username: 'ada' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code in 30 s' }).disabled).toBe(true)
  await pass(29_000)
  expect(screen.getByRole('button', { name: 'Resend code in 1 s' })).toBeDefined()
  await pass(1000)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code' }).disabled).toBe(false)
})

test('sign-in requires both fields before it sends anything', async () => {
  const seen = fakeApi({})
  show()
  await press('Sign In')
  expect(screen.getByRole('alert').textContent).toBe('All fields are required')
  fill('Username', 'ada')
  await press('Sign In')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(seen).toHaveLength(0)
})

test('a second step carries session, challenge and username on', async () => {
  fakeApi({
    'POST /auth/login': () =>
      failure(401, 'MFA_REQUIRED', 'Code sent.', {
        error: 'MFA_REQUIRED',
        challengeName: 'EMAIL_OTP',
        session: 's1',
        destination: 'a***@b',
      }),
  })
  show()
  fill('Username', 'ada')
  fill('Password', 'x')
  await press('Sign In')
  expect(onCodeNeeded).toHaveBeenCalledWith({ session: 's1', challenge: 'EMAIL_OTP', username: 'ada', destination: 'a***@b' })
})

test.each([
  ["the server's word", failure(401, 'INVALID_CREDENTIALS', 'Wrong.'), 'Wrong.'],
  ['no word', { status: 500, body: '' }, 'Login failed'],
  ['another shape', { body: { success: true } }, 'Invalid response format'],
])('a failed sign-in with %s shows it', async (_name, answer, sentence) => {
  fakeApi({ 'POST /auth/login': () => answer })
  show()
  fill('Username', 'ada')
  fill('Password', 'x')
  await press('Sign In')
  expect(screen.getByRole('alert').textContent).toBe(sentence)
})

test('a forgotten password: the address, then code and new password, then the sign-in with a message', async () => {
  const seen = fakeApi({
    'POST /auth/password/forgot': () => ({ status: 202, body: { success: true, message: 'On its way.' } }),
    'POST /auth/password/reset': ({ body }) =>
      JSON.stringify(body).includes('123456')
        ? { body: { success: true, message: 'Done.' } }
        : failure(400, 'INVALID_CODE', 'That code is wrong or no longer valid.'),
  })
  show()
  fill('Username', 'ada@example.com')
  await press('Forgot password?')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  fill('Email', 'ada')
  await press('Send Code')
  expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address')
  fill('Email', ' ada@example.com ')
  await press('Send Code')
  expect(seen.at(-1)).toMatchObject({ key: 'POST /auth/password/forgot', body: { email: 'ada@example.com' } })

  await press('Set New Password')
  expect(screen.getByRole('alert').textContent).toBe('Please enter a valid 6-digit code')
  fill('Verification Code', '999999')
  fill('New Password', strong)
  expect(screen.getAllByText(', met')).toHaveLength(5)
  fill('Confirm Password', 'x')
  await press('Set New Password')
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match')
  fill('Confirm Password', strong)
  await press('Set New Password')
  expect(screen.getByText('That code is wrong or no longer valid.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Verification Code').value).toBe('')

  fill('Verification Code', '123456')
  await press('Set New Password')
  expect(seen.at(-1)?.body).toEqual({ email: 'ada@example.com', code: '123456', password: strong })
  expect(screen.getByText('Password changed. You can sign in now.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada@example.com')
  await pass(5000)
  expect(screen.queryByText('Password changed. You can sign in now.')).toBeNull()
})

test('a code that an admin sent is entered with the address it came to', async () => {
  const seen = fakeApi({ 'POST /auth/password/reset': () => ({ body: { success: true, message: 'Done.' } }) })
  show()
  await press('Forgot password?')
  await press('I have a code')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend code' }).disabled).toBe(true)
  fill('Email', 'ada@example.com')
  fill('Verification Code', '123456')
  fill('New Password', strong)
  fill('Confirm Password', strong)
  await press('Set New Password')
  expect(seen.at(-1)?.body).toEqual({ email: 'ada@example.com', code: '123456', password: strong })
})

test('single sign-on has its own name, and without open registration there is no sign-up', async () => {
  const oidc = { name: 'Acme', logo: 'data:image/png;base64,AAAA' }
  const seen = fakeApi({
    'GET /auth/oauth/url': () => ({ body: { success: true, authUrl: 'javascript:alert(1)' } }),
  })
  const { unmount } = showCard({ site: { googleSignIn: false, oidc, registration: 'invite' } }, returnPath('/video/1'))
  expect(screen.queryByText('Sign Up')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  screen.getByText(/^New accounts need an invitation/)
  await press('Continue with Acme')
  screen.getByText('Single sign-on could not be started. Please try again.')
  expect(seen.at(-1)?.query).toContain('provider=oidc')
  // The pages of the provider know nothing of the page that was opened.
  expect(takeReturnPath()).toEqual(returnPath('/video/1'))
  unmount()
  showCard({ site: { googleSignIn: false, oidc: null, registration: 'closed' } })
  expect(screen.queryByText('Sign Up')).toBeNull()
  expect(screen.queryByText(/invitation/)).toBeNull()
})

/** Signs up with an invitation, on a site where the sign-in after it answers like this. */
async function acceptInvitation(answer: () => object) {
  window.history.replaceState(null, '', '/#invitation=a-token')
  onTestFinished(() => {
    localStorage.clear()
    window.history.replaceState(null, '', '/')
  })
  const seen = fakeApi({
    'POST /auth/register-with-group': () => ({
      status: 201,
      body: { success: true, message: 'Account created. You can sign in now.', user: ada },
    }),
    'POST /auth/login': answer,
  })
  const invitation = { token: 'a-token', email: 'ada@example.com' }
  showCard({ site: { ...site, registration: 'invite' }, invitation })
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual(['ada@example.com', true])
  fill('Username', 'ada')
  fill('Password', 'Secret-Pass-1')
  fill('Confirm Password', 'Secret-Pass-1')
  await press('Create Account')
  return seen
}

test('an invitation opens the sign-up with its address, which cannot be changed, and its person is signed in', async () => {
  const seen = await acceptInvitation(() => ({ body: { success: true, result: { tokens: tokenSet('1'), user: ada } } }))
  expect(seen.map(({ body }) => body)).toEqual([
    { username: 'ada', email: 'ada@example.com', password: 'Secret-Pass-1', invitation: 'a-token' },
    { username: 'ada', password: 'Secret-Pass-1' },
  ])
  expect(currentUser()?.username).toBe('ada')
  expect(window.location.hash).toBe('')
})

test('an invited person who cannot be signed in at once is asked to do it', async () => {
  await acceptInvitation(() => failure(503, 'UNAVAILABLE', 'Busy.'))
  screen.getByText('Account created. You can sign in now.')
  expect(window.location.hash).toBe('')
  await pass(2000)
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

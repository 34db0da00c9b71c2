import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, failure, fakeApi, storeSession, tokenSet } from '../../test-support/fake-api.ts'
import { fakeLocks, noLocks } from '../../test-support/fake-browser.ts'

/** Each import after a reset is a tab of its own: same storage, own memory. */
async function openTab() {
  vi.resetModules()
  const [{ call }, { onExpiry }] = await Promise.all([import('./call.ts'), import('./session-store.ts')])
  return { call, onExpiry }
}

const stored = () =>
  Object.fromEntries(['token', 'user', 'access_token', 'refresh_token'].map((name) => [name, localStorage.getItem(`video_forge_${name}`)]))
const notSignedIn = failure(401, 'NOT_SIGNED_IN', 'Please sign in.')
const renewed = (mark: string) => ({ body: { success: true, result: { tokens: tokenSet(mark), user: ada } } })
const profileFor = (valid: string) => (call: { token: string | undefined }) =>
  call.token === valid ? { body: { success: true, user: ada } } : notSignedIn

beforeEach(() => {
  localStorage.clear()
  storeSession('1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  noLocks()
})

test('many calls that meet a 401 share one refresh and are all retried with the new token', async () => {
  const seen = fakeApi({ 'GET /auth/profile': profileFor('id-2'), 'POST /auth/refresh': () => renewed('2') })
  const { call } = await openTab()
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('GET /auth/profile')))
  expect(answers.map((answer) => answer.user.username)).toEqual(Array(8).fill('ada'))
  expect(seen.filter(({ key }) => key === 'POST /auth/refresh')).toEqual([
    { key: 'POST /auth/refresh', token: undefined, body: { refreshToken: 'refresh-1' } },
  ])
  expect(stored()).toMatchObject({ token: 'id-2', access_token: 'access-2', refresh_token: 'refresh-2' })
})

test('a call is retried at most once', async () => {
  const seen = fakeApi({ 'GET /auth/profile': () => notSignedIn, 'POST /auth/refresh': () => renewed('2') })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toMatchObject({ status: 401 })
  expect(seen.map(({ key }) => key)).toEqual(['GET /auth/profile', 'POST /auth/refresh', 'GET /auth/profile'])
})

test('a 401 that comes after the refresh is over needs no second one', async () => {
  let release = (): void => undefined
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  let first = true
  const seen = fakeApi({
    'GET /auth/profile': async (call) => {
      if (first) {
        first = false
        await late
      }
      return profileFor('id-2')(call)
    },
    'POST /auth/refresh': () => renewed('2'),
  })
  const { call } = await openTab()
  const slow = call('GET /auth/profile')
  await call('GET /auth/profile')
  release()
  await slow
  expect(seen.filter(({ key }) => key === 'POST /auth/refresh')).toHaveLength(1)
})

test('a refresh that is refused clears all four keys, fails the waiting calls and leads to the start', async () => {
  fakeApi({ 'GET /auth/profile': () => notSignedIn, 'POST /auth/refresh': () => ({ status: 401, body: '' }) })
  const { call, onExpiry } = await openTab()
  const expired = vi.fn()
  onExpiry(expired)
  const results = await Promise.allSettled([call('GET /auth/profile'), call('GET /auth/profile')])
  expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
    'Token refresh failed',
    'Token refresh failed',
  ])
  expect(stored()).toEqual({ token: null, user: null, access_token: null, refresh_token: null })
  expect(expired).toHaveBeenCalledOnce()
})

test('a refresh that is answered with the wrong shape ends the session too', async () => {
  fakeApi({ 'GET /auth/profile': () => notSignedIn, 'POST /auth/refresh': () => ({ body: { success: true } }) })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toThrow('Invalid response format')
  expect(stored()['token']).toBeNull()
})

test('without a refresh token there is no refresh', async () => {
  localStorage.removeItem('video_forge_refresh_token')
  const seen = fakeApi({ 'GET /auth/profile': () => notSignedIn })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toThrow('No refresh token available')
  expect(seen).toHaveLength(1)
  expect(stored()['token']).toBeNull()
})

test('a network that drops during the refresh signs nobody out', async () => {
  fakeApi({ 'GET /auth/profile': () => notSignedIn })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toThrow('Network error - no response received')
  expect(stored()['token']).toBe('id-1')
})

test.each([
  ['POST /auth/login', 'NOT_SIGNED_IN', { username: 'a', password: 'b' }],
  ['POST /auth/register-with-group', 'NOT_SIGNED_IN', { username: 'a', email: 'b', password: 'c' }],
  ['POST /auth/mfa/complete', 'NOT_SIGNED_IN', { session: 'a', otpCode: 'b', challengeName: 'EMAIL_OTP', username: 'c' }],
  ['POST /auth/refresh', 'NOT_SIGNED_IN', { refreshToken: 'x' }],
  ['PUT /auth/mfa', 'MFA_REQUIRED', { enabled: true, password: 'x' }],
  ['PUT /auth/mfa', 'INVALID_CREDENTIALS', { enabled: true, password: 'x' }],
] as const)('a 401 of %s with %s is not retried', async (key, code, body) => {
  const seen = fakeApi({ [key]: () => failure(401, code, 'No.') })
  const { call } = await openTab()
  await expect(call<typeof key>(key, { body } as never)).rejects.toThrow('No.')
  expect(seen).toHaveLength(1)
  expect(stored()['token']).toBe('id-1')
})

test('a 401 without anybody signed in is just that', async () => {
  localStorage.clear()
  const seen = fakeApi({ 'GET /auth/profile': () => notSignedIn })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toThrow('Please sign in.')
  expect(seen).toHaveLength(1)
})

test('of two tabs one refreshes, and the other takes over its token', async () => {
  fakeLocks()
  const seen = fakeApi({ 'GET /auth/profile': profileFor('id-2'), 'POST /auth/refresh': () => renewed('2') })
  const [one, two] = [await openTab(), await openTab()]
  await Promise.all([one.call('GET /auth/profile'), two.call('GET /auth/profile')])
  expect(seen.filter(({ key }) => key === 'POST /auth/refresh')).toHaveLength(1)
})

test('without locks the tab whose refresh is refused takes over the token of the other', async () => {
  let uses = 0
  fakeApi({
    'GET /auth/profile': profileFor('id-2'),
    'POST /auth/refresh': () => (uses++ === 0 ? renewed('2') : notSignedIn),
  })
  const [one, two] = [await openTab(), await openTab()]
  const answers = await Promise.all([one.call('GET /auth/profile'), two.call('GET /auth/profile')])
  expect(answers.map((answer) => answer.user.username)).toEqual(['ada', 'ada'])
  expect(uses).toBe(2)
  expect(stored()['token']).toBe('id-2')
})

test('a sign-out in another tab while a refresh is on its way is not undone by it', async () => {
  fakeApi({
    'GET /auth/profile': () => notSignedIn,
    'POST /auth/refresh': () => {
      localStorage.clear()
      return renewed('2')
    },
  })
  const { call } = await openTab()
  await expect(call('GET /auth/profile')).rejects.toMatchObject({ status: 401 })
  expect(stored()['token']).toBeNull()
})

import { afterEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../test-support/fake-api.ts'
import { ApiError } from './api-error.ts'
import { send } from './send.ts'
import { withDefaultMessage } from './with-default-message.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const errorOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => {
      throw new Error('It was expected to fail')
    },
    (error: ApiError) => error,
  )

test('the key becomes method and address, parameters escaped', async () => {
  const seen = fakeApi({
    'GET /auth/users/a%2Fb/permissions': () => ({ body: { success: true, result: { role: 'user', permissions: [] } } }),
  })
  const answer = await send('GET /auth/users/{id}/permissions', { params: { id: 'a/b' } }, { token: 'secret' })
  expect(answer.result.role).toBe('user')
  expect(seen).toEqual([{ key: 'GET /auth/users/a%2Fb/permissions', token: 'secret', body: undefined }])
})

test('the query goes into the address', async () => {
  const fetched = vi.fn(async (_url: string) => new Response('{"authUrl":"x"}'))
  vi.stubGlobal('fetch', fetched)
  await send('GET /auth/oauth/url', { query: { provider: 'Google', redirectUri: 'http://a/b?c=d' } })
  expect(fetched.mock.calls[0]?.[0]).toBe('/prod/api/auth/oauth/url?provider=Google&redirectUri=http%3A%2F%2Fa%2Fb%3Fc%3Dd')
})

test("an error shows the server's message, its code and its details", async () => {
  const details = [{ field: 'username', message: 'Taken' }]
  fakeApi({
    'GET /auth/profile': () => ({ ...failure(409, 'USERNAME_TAKEN', 'That name is taken', { details }), headers: { 'retry-after': '7' } }),
  })
  const error = await errorOf(send('GET /auth/profile'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: 'That name is taken',
    status: 409,
    code: 'USERNAME_TAKEN',
    details,
    retryAfter: 7,
    isConflict: true,
  })
})

test('an error without a message shows its status', async () => {
  fakeApi({ 'GET /auth/profile': () => ({ status: 502, body: '<h1>Bad gateway</h1>' }) })
  const error = await errorOf(send('GET /auth/profile'))
  expect(error).toMatchObject({ message: 'HTTP 502 Error', isServerFault: true })
})

test('no response says so', async () => {
  fakeApi({})
  expect(await errorOf(send('GET /auth/profile'))).toMatchObject({
    message: 'Network error - no response received',
    status: 0,
    hasResponse: false,
  })
})

test('fails after 30 seconds without a response', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    setTimeout(() => controller.abort(), milliseconds)
    return controller.signal
  })
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const failed = errorOf(send('GET /auth/profile'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await failed).message).toBe('Network error - no response received')
  expect(timeout).toHaveBeenCalledWith(30_000)
  timeout.mockRestore()
})

test('an answer that is not JSON is refused', async () => {
  fakeApi({ 'GET /auth/profile': () => ({ body: 'hello' }) })
  expect((await errorOf(send('GET /auth/profile'))).message).toBe('Invalid response format')
})

test('an aborted call is not a network error', async () => {
  const controller = new AbortController()
  controller.abort(new Error('gone'))
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted())
  await expect(send('GET /auth/profile', {}, { signal: controller.signal })).rejects.toThrow('gone')
})

test("a call's own sentence stands in for a missing message, not for the server's or the network's", async () => {
  fakeApi({
    'GET /auth/profile': () => ({ status: 500, body: '' }),
    'POST /auth/logout': () => failure(500, 'INTERNAL', 'The database is down'),
  })
  expect((await errorOf(withDefaultMessage('Login failed', send('GET /auth/profile')))).message).toBe('Login failed')
  expect((await errorOf(withDefaultMessage('Login failed', send('POST /auth/logout')))).message).toBe('The database is down')
  expect(
    (await errorOf(withDefaultMessage('Login failed', send('GET /auth/oauth/url', { query: { provider: 'Google', redirectUri: 'x' } }))))
      .message,
  ).toBe('Network error - no response received')
})

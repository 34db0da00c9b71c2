import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, failure, fakeApi, storeSession, tokenSet } from '../../test-support/fake-api.ts'
import { refreshProfile } from './refresh-profile.ts'
import { currentUser, subscribe } from './session-store.ts'
import { signOut } from './sign-out.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

test('signed in means a token and a user', () => {
  expect(currentUser()).toBeUndefined()
  localStorage.setItem('video_forge_user', JSON.stringify(ada))
  expect(currentUser()).toBeUndefined()
  localStorage.setItem('video_forge_token', 'id-1')
  expect(currentUser()).toEqual(ada)
  localStorage.removeItem('video_forge_user')
  expect(currentUser()).toBeUndefined()
  localStorage.setItem('video_forge_user', '{broken')
  expect(currentUser()).toBeUndefined()
})

test('the user is the same object until something changes', () => {
  storeSession()
  expect(currentUser()).toBe(currentUser())
})

test('a sign-out in another tab is heard, other keys are not', () => {
  storeSession()
  const listener = vi.fn()
  const stop = subscribe(listener)
  storageEvent('video_forge_theme')
  expect(listener).not.toHaveBeenCalled()
  localStorage.clear()
  storageEvent('video_forge_token')
  expect(listener).toHaveBeenCalledOnce()
  expect(currentUser()).toBeUndefined()
  storageEvent(null)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test.each([
  ['works', () => ({})],
  ['fails', () => failure(500, 'INTERNAL', 'Sorry.')],
])('sign-out clears all four keys when the call %s', async (_name, handler) => {
  storeSession()
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const seen = fakeApi({ 'POST /auth/logout': handler })
  await signOut()
  expect(seen).toEqual([{ key: 'POST /auth/logout', token: 'id-1', body: undefined }])
  expect(localStorage).toHaveLength(0)
  expect(warned).toHaveBeenCalledTimes(_name === 'fails' ? 1 : 0)
})

test('sign-out waits for no server: all four keys are gone before the call is answered', async () => {
  storeSession()
  const seen = fakeApi({ 'POST /auth/logout': () => new Promise(() => undefined) })
  void signOut()
  expect(localStorage).toHaveLength(0)
  expect(currentUser()).toBeUndefined()
  await vi.waitFor(() => expect(seen.map(({ key, token }) => [key, token])).toEqual([['POST /auth/logout', 'id-1']]))
})

test('a sign-out with a token that has run out still ends the session on the server', async () => {
  storeSession()
  const seen = fakeApi({
    'POST /auth/logout': ({ token }) => (token === 'id-2' ? {} : failure(401, 'NOT_SIGNED_IN', 'No.')),
    'POST /auth/refresh': () => ({ body: { success: true, result: { tokens: tokenSet('2'), user: ada } } }),
  })
  await signOut()
  expect(seen.map(({ key, token }) => [key, token])).toEqual([
    ['POST /auth/logout', 'id-1'],
    ['POST /auth/refresh', undefined],
    ['POST /auth/logout', 'id-2'],
  ])
  expect(seen[1]?.body).toEqual({ refreshToken: 'refresh-1' })
  expect(localStorage).toHaveLength(0)
})

test('a changed role shows after the profile is read', async () => {
  storeSession()
  fakeApi({ 'GET /auth/profile': () => ({ body: { success: true, user: { ...ada, role: 'admin', groups: ['user', 'admin'] } } }) })
  await refreshProfile()
  expect(currentUser()?.role).toBe('admin')
})

test('a profile that cannot be read leaves the session as it is', async () => {
  storeSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fakeApi({})
  await refreshProfile()
  expect(currentUser()).toEqual(ada)
})

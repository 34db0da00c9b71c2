import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, failure, fakeApi, storeSession, tokenSet } from '../../../../test-support/fake-api.ts'
import { resetAfterEach } from '../../../../test-support/page-test.ts'
import { readReturnPath, storeReturnPath } from '../../../session/return-path.ts'
import { CallbackPage } from './callback-page.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
resetAfterEach()

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const Start = () => {
  const path = readReturnPath(useLocation().state)
  return path === undefined ? 'the start' : `the start, and then ${path}`
}

async function returnWith(query: string) {
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[`/auth/callback${query}`]}>
        <Routes>
          <Route path="/auth/callback" element={<CallbackPage />} />
          <Route path="/" element={<Start />} />
        </Routes>
      </MemoryRouter>
    </StrictMode>,
  )
  await pass(0)
}

test('a code is traded once, and after 1.5 s the start is there', async () => {
  const seen = fakeApi({ 'POST /auth/oauth/callback': () => ({ body: { user: ada, token: 'id-1', tokens: tokenSet('1') } }) })
  await returnWith('?code=c1&state=s1')
  expect(seen).toEqual([
    {
      key: 'POST /auth/oauth/callback',
      token: undefined,
      body: { code: 'c1', state: 's1', redirectUri: `${window.location.origin}/auth/callback` },
    },
  ])
  expect(localStorage.getItem('video_forge_token')).toBe('id-1')
  await pass(1499)
  expect(screen.queryByText('the start')).toBeNull()
  await pass(1)
  expect(screen.getByText('the start')).toBeDefined()
})

test.each([
  ['?error=access_denied', {}, 'Authentication error: access_denied'],
  ['', {}, 'No authorization code received'],
  ['?code=refused', failure(401, 'INVALID_CREDENTIALS', 'Google said no.'), 'Google said no.'],
  ['?code=silent', { status: 500, body: '' }, 'OAuth authentication failed'],
  ['?code=nobody', { body: { token: 'id-1' } }, 'Invalid OAuth callback response'],
])('%s shows its error for 3 s', async (query, answer, sentence) => {
  fakeApi({ 'POST /auth/oauth/callback': () => answer })
  await returnWith(query)
  expect(screen.getByRole('alert').textContent).toContain(sentence)
  await pass(2999)
  expect(screen.queryByText('the start')).toBeNull()
  await pass(1)
  expect(screen.getByText('the start')).toBeDefined()
})

test.each([
  ['/video/1?t=30', 'the start, and then /video/1?t=30'],
  ['//evil.example', 'the start'],
])('what was opened before the sign-in, %s, leads to %s, once', async (returnTo, text) => {
  fakeApi({ 'POST /auth/oauth/callback': () => ({ body: { user: ada, token: 'id-1', tokens: tokenSet('1') } }) })
  storeReturnPath({ returnTo })
  await returnWith(`?code=from-${returnTo}`)
  await pass(1500)
  expect(screen.getByText(text)).toBeDefined()
  expect(sessionStorage.getItem('video_forge_return')).toBeNull()
})

test('what somebody has put into the storage leads nowhere else', async () => {
  fakeApi({ 'POST /auth/oauth/callback': () => ({ body: { user: ada, token: 'id-1', tokens: tokenSet('1') } }) })
  sessionStorage.setItem('video_forge_return', '//evil.example/')
  await returnWith('?code=planted')
  await pass(1500)
  expect(screen.getByText('the start')).toBeDefined()
})

test('an old return address does nothing for a signed-in user', async () => {
  storeSession()
  const seen = fakeApi({})
  await returnWith('?code=used-before')
  expect(screen.getByText('the start')).toBeDefined()
  expect(seen).toHaveLength(0)
})

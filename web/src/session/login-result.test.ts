import { expect, test } from 'vitest'
import { ada } from '../../test-support/fake-api.ts'
import { parseLoginResult } from './login-result.ts'
import { parseUser } from './parse-user.ts'

const tokens = { idToken: 'i', accessToken: 'a', refreshToken: 'r' }
const all = { token: 'i', accessToken: 'a', refreshToken: 'r', user: ada }
const one = { token: 'i', accessToken: undefined, refreshToken: undefined, user: ada }

test.each([
  ['result with tokens', { result: { tokens, user: ada } }, all],
  ['result with capitalised tokens', { result: { tokens: { IdToken: 'i', AccessToken: 'a', RefreshToken: 'r' }, user: ada } }, all],
  ['result with capitalised tokens beside the user', { result: { IdToken: 'i', AccessToken: 'a', RefreshToken: 'r', user: ada } }, all],
  ['result with a single token', { result: { token: 'i', user: ada } }, one],
  ['tokens without result', { tokens, user: ada }, all],
  ['a single token without result', { token: 'i', user: ada }, one],
  ['token and tokens, as after Google', { token: 'other', tokens, user: ada }, all],
])('%s', (_name, answer, session) => {
  expect(parseLoginResult(answer)).toEqual(session)
})

test.each([
  [undefined],
  ['text'],
  [{}],
  [{ result: { tokens } }],
  [{ result: { user: ada } }],
  [{ result: { tokens: { idToken: '' }, user: ada } }],
])('refuses %j', (answer) => {
  expect(() => parseLoginResult(answer)).toThrow('Invalid response format')
})

test('a missing user can have a sentence of its own', () => {
  expect(() => parseLoginResult({ token: 'i' }, 'Invalid OAuth callback response')).toThrow('Invalid OAuth callback response')
})

test('a user with few fields gets the fewest rights', () => {
  expect(parseUser({ username: 'bob', role: 'superuser' })).toMatchObject({
    role: 'user',
    group: 'user',
    groups: ['user'],
    mfaEnabled: false,
  })
  expect(parseUser({ username: 'eve', role: 'admin', groups: ['admin'] })).toMatchObject({ role: 'admin', groups: ['admin'] })
  expect(parseUser({ role: 'admin' })).toBeUndefined()
})

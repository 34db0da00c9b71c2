import type { User } from '@video-forge/contract/accounts/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { newUser, register, signIn, somebody } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { openProvider } from '../../../testing/services/openid-provider.ts'

const publicUrl = 'http://video.example.com'
const redirectUri = `${publicUrl}/auth/callback`

const provider = await openProvider(redirectUri)
afterAll(() => provider.close())
const { product, mailbox } = await startProductWithMail({ ...provider.environment, PUBLIC_URL: publicUrl })

/** Starts a sign-in in a new browser, which has only the cookie. */
async function begin() {
  const answer = await product.call(`GET /auth/oauth/url?provider=Google&redirectUri=${encodeURIComponent(redirectUri)}`)
  const cookie = answer.headers.getSetCookie()[0] ?? ''
  return { authUrl: String(answer.body['authUrl']), cookieLine: cookie, cookie: cookie.split(';')[0] ?? '' }
}

async function cameBack(login: string) {
  const { authUrl, cookie } = await begin()
  const returned = await provider.visit(authUrl, login)
  const code = returned.searchParams.get('code') ?? ''
  const state = returned.searchParams.get('state') ?? ''
  return { code, state, cookie }
}

const finish = (body: object, cookie: string) =>
  product.call('POST /auth/oauth/callback', { body: { redirectUri, ...body }, headers: { cookie } })

async function signInAs(login: string) {
  const { code, state, cookie } = await cameBack(login)
  return finish({ code, state }, cookie)
}

test('a new person gets a confirmed account and a session', async () => {
  const answer = await signInAs('gina')
  expect(answer.status).toBe(200)
  expect(answer.body['user']).toMatchObject({
    username: 'gina',
    email: 'gina@example.com',
    role: 'user',
    groups: ['user'],
    status: 'CONFIRMED',
  })
  expect((await product.call('GET /auth/profile', { token: String(answer.body['token']) })).status).toBe(200)
  const again = await signInAs('gina')
  expect((again.body['user'] as User).id).toBe((answer.body['user'] as User).id)
})

describe('the public name', () => {
  const choose = (token: string, username: unknown) => product.call('PUT /auth/username', { token, body: { username } })
  const hasName = async (token: string) =>
    ((await product.call('GET /auth/account', { token })).body['account'] as { hasPublicName: boolean }).hasPublicName
  const pageOf = async (username: string, token: string) => (await product.call(`GET /people/${username}`, { token })).status

  test('is chosen once by somebody whose username is made of an e-mail address', async () => {
    const taken = await newUser(product, mailbox)
    const { body } = await signInAs('private.address')
    const token = String(body['token'])
    expect([await hasName(token), await pageOf('private.address', token)]).toEqual([false, 404])
    for (const [name, status] of [
      ['ab', 400],
      ['mia@example.com', 400],
      ['', 400],
      [undefined, 400],
      [taken.username.toUpperCase(), 409],
    ] as const) {
      expect([name, (await choose(token, name)).status]).toEqual([name, status])
    }
    expect(await hasName(token)).toBe(false)
    const chosen = await choose(token, ' Mia.Films ')
    expect([chosen.status, (chosen.body['user'] as User).username]).toEqual([200, 'Mia.Films'])
    expect([await hasName(token), await pageOf('mia.films', token), await pageOf('private.address', token)]).toEqual([true, 200, 404])
    expect((await choose(token, 'another-name')).status).toBe(409)
    // The next sign-in finds the same account.
    expect((await signInAs('private.address')).body['user']).toMatchObject({ username: 'Mia.Films' })
    expect((await product.call('PUT /auth/username', { body: { username: 'nobody' } })).status).toBe(401)
  })

  test('of two at once one is chosen', async () => {
    const token = String((await signInAs('twice')).body['token'])
    const answers = await Promise.all(['first-name', 'second-name'].map((name) => choose(token, name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('stays with an account that had one before it was linked, unless nobody had confirmed it', async () => {
    const unconfirmed = somebody('opal')
    await register(product, unconfirmed)
    expect(await hasName(String((await signInAs(unconfirmed.username)).body['token']))).toBe(false)
    const person = await newUser(product, mailbox, 'nora')
    const { body } = await signInAs(person.username)
    expect((body['user'] as User).username).toBe(person.username)
    const token = String(body['token'])
    expect([await hasName(token), await pageOf(person.username, token)]).toEqual([true, 200])
    expect((await choose(token, 'other-name')).status).toBe(409)
  })
})

test('the attempt is bound to the browser by a cookie no script can read, and carries state, nonce and PKCE', async () => {
  const { authUrl, cookieLine } = await begin()
  expect(cookieLine).toMatch(/HttpOnly/)
  expect(cookieLine).toMatch(/SameSite=Lax/)
  const query = new URL(authUrl).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{40,}$/)
  expect(query.get('code_challenge_method')).toBe('S256')
})

describe('refuses', () => {
  test('a missing, foreign or altered state', async () => {
    const mine = await cameBack('hugo')
    const theirs = await cameBack('ivan')
    expect((await finish({ code: mine.code }, mine.cookie)).status).toBe(400)
    expect((await finish({ code: mine.code, state: 'made-up' }, mine.cookie)).status).toBe(400)
    expect((await finish({ code: mine.code, state: mine.state }, '')).status).toBe(400)
    expect((await finish({ code: mine.code, state: mine.state }, theirs.cookie)).status).toBe(400)
    expect((await finish({ code: mine.code, state: mine.state }, mine.cookie)).status).toBe(200)
  })

  test('a code of another browser, even with its own state', async () => {
    const mine = await cameBack('jane')
    const theirs = await cameBack('karl')
    expect((await finish({ code: theirs.code, state: mine.state }, mine.cookie)).status).toBe(400)
  })

  test('a used code', async () => {
    const { code, state, cookie } = await cameBack('lena')
    expect((await finish({ code, state }, cookie)).status).toBe(200)
    expect((await finish({ code, state }, cookie)).status).toBe(400)
  })

  test('a redirect address of another site', async () => {
    const answer = await product.call('GET /auth/oauth/url?provider=Google&redirectUri=https%3A%2F%2Fevil.example%2Fauth%2Fcallback')
    expect(answer.status).toBe(400)
  })

  test('an address that the provider has not verified', async () => {
    expect((await signInAs('unverified-mia')).status).toBe(403)
  })
})

describe('an account with the same address', () => {
  test('is the same account when it was confirmed', async () => {
    const user = await newUser(product, mailbox, 'nora')
    const answer = await signInAs(user.username)
    expect((answer.body['user'] as User).id).toBe(user.user.id)
    expect((await signIn(product, user)).user.id).toBe(user.user.id)
  })

  test('loses its password if it was never confirmed', async () => {
    const squatter = somebody('olga')
    await register(product, squatter)
    const answer = await signInAs(squatter.username)
    expect(answer.body['user']).toMatchObject({ email: squatter.email, status: 'CONFIRMED' })
    expect((await product.call('POST /auth/login', { body: squatter })).status).toBe(401)
  })
})

test('says when Google is not set up or cannot be reached', async () => {
  expect((await product.call('GET /site')).body).toEqual({ success: true, site: { googleSignIn: true, oidc: null, registration: 'open' } })
  const url = `GET /auth/oauth/url?provider=Google&redirectUri=${encodeURIComponent(redirectUri)}`
  const without = await startProduct({ PUBLIC_URL: publicUrl })
  expect(await without.call(url)).toMatchObject({ status: 404, body: { message: 'Google sign-in is not set up on this site.' } })
  expect((await without.call('GET /site')).body).toEqual({ success: true, site: { googleSignIn: false, oidc: null, registration: 'open' } })
  await without.stop()
  const unreachable = await startProduct({ ...provider.environment, GOOGLE_ISSUER: 'http://127.0.0.1:1', PUBLIC_URL: publicUrl })
  expect(await unreachable.call(url)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await unreachable.stop()
})

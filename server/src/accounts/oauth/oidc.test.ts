import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { User } from '@video-forge/contract/accounts/accounts'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newUser } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { type CraftedProvider, craftedSecret, openCraftedProvider } from '../../../testing/services/crafted-provider.ts'
import { type OpenIdProvider, openProvider } from '../../../testing/services/openid-provider.ts'
import { openSite, type Site } from '../../../testing/site.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const publicUrl = 'http://video.example.com'
const redirectUri = `${publicUrl}/auth/callback`
const pixel = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

type Call = Site['product']['call']

async function begin(call: Call, provider: 'Google' | 'oidc') {
  const answer = await call(`GET /auth/oauth/url?provider=${provider}&redirectUri=${encodeURIComponent(redirectUri)}`)
  const url = new URL(String(answer.body['authUrl']))
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  return { url, cookie, state: url.searchParams.get('state') ?? '', nonce: url.searchParams.get('nonce') ?? '' }
}

const finish = (call: Call, body: object, cookie: string) =>
  call('POST /auth/oauth/callback', { body: { redirectUri, ...body }, headers: { cookie } })

describe('a provider of the site beside Google', () => {
  let google: OpenIdProvider
  let own: OpenIdProvider
  let site: Site
  beforeAll(async () => {
    ;[google, own] = [await openProvider(redirectUri), await openProvider(redirectUri)]
    site = await openSite({
      ...google.environment,
      ...own.ownEnvironment,
      OIDC_NAME: 'Acme',
      OIDC_ADMIN_GROUP: 'video-admins',
      PUBLIC_URL: publicUrl,
    })
  })
  afterAll(async () => {
    await site.stop()
    await google.close()
    await own.close()
  })

  const cameBack = async (provider: 'Google' | 'oidc', login: string) => {
    const { url, cookie, state } = await begin(site.product.call, provider)
    const returned = await (provider === 'Google' ? google : own).visit(url.href, login)
    return { code: returned.searchParams.get('code') ?? '', iss: returned.searchParams.get('iss') ?? undefined, state, cookie }
  }
  const signInAs = async (login: string, provider: 'Google' | 'oidc' = 'oidc') => {
    const { cookie, ...body } = await cameBack(provider, login)
    const answer = await finish(site.product.call, body, cookie)
    expect([login, answer.status, answer.body.message]).toEqual([login, 200, undefined])
    return answer.body['user'] as User
  }
  const audit = async () => JSON.stringify((await site.asAdmin('GET /admin/audit')).body['entries'])

  test('has its own name, and one account for one address at both', async () => {
    expect((await site.product.call('GET /site')).body['site']).toMatchObject({ googleSignIn: true, oidc: { name: 'Acme', logo: null } })
    const user = await signInAs('gina')
    expect(user).toMatchObject({ username: 'gina', email: 'gina@example.com', groups: ['user'], status: 'CONFIRMED' })
    expect((await signInAs('gina')).id).toBe(user.id)
    expect((await signInAs('gina', 'Google')).id).toBe(user.id)
    expect((await signInAs('gina', 'oidc')).id).toBe(user.id)
    const { rows } = await site.sql.query('select subject from identities where user_id = $1', [user.id])
    expect(rows.map(({ subject }) => subject).sort()).toEqual([`${google.issuer} gina`, `${own.issuer} gina`].sort())
  })

  test('finds the account that a process of the version before has linked', async () => {
    const user = await signInAs('holly', 'Google')
    await site.sql.query('delete from identities where user_id = $1', [user.id])
    expect((await signInAs('holly', 'Google')).id).toBe(user.id)
  })

  test('refuses an address it has not verified, with its name', async () => {
    const { cookie, ...body } = await cameBack('oidc', 'unverified-mia')
    const answer = await finish(site.product.call, body, cookie)
    expect([answer.status, answer.body.message]).toEqual([403, 'Acme has not verified an e-mail address for this account.'])
  })

  test('and Google cannot be mixed up: a code or an issuer of the other one is refused', async () => {
    const [mine, theirs] = [await cameBack('oidc', 'ivan'), await cameBack('Google', 'ivan')]
    const call = site.product.call
    expect((await finish(call, { code: theirs.code, state: mine.state }, mine.cookie)).status).toBe(400)
    expect((await finish(call, { code: mine.code, state: mine.state, iss: google.issuer }, mine.cookie)).status).toBe(400)
    expect((await finish(call, { code: mine.code, state: theirs.state }, theirs.cookie)).status).toBe(400)
    expect((await finish(call, { code: mine.code, state: mine.state, iss: own.issuer }, theirs.cookie)).status).toBe(400)
    expect((await finish(call, { code: mine.code, state: mine.state, iss: own.issuer }, mine.cookie)).status).toBe(200)
  })

  test('makes members of its admin group admins, and takes that back when they leave it', async () => {
    own.groups.set('jane', ['staff', 'video-admins'])
    expect(await signInAs('jane')).toMatchObject({ role: 'admin', groups: ['user', 'admin'] })
    expect(await audit()).toContain('user.provider-promote')
    own.groups.set('jane', ['staff'])
    expect(await signInAs('jane')).toMatchObject({ role: 'user', groups: ['user'] })
    expect(await audit()).toContain('user.provider-demote')
    own.groups.delete('jane')
    expect(await signInAs('jane')).toMatchObject({ groups: ['user'] })
  })

  test('takes no admin that was made here, and Google gives none', async () => {
    const person = await newUser(site.product, site.mailbox, 'karl')
    await site.asAdmin('POST /auth/groups/admin', { email: person.email })
    expect(await signInAs(person.username)).toMatchObject({ role: 'admin' })
    google.groups.set('leo', ['video-admins'])
    expect(await signInAs('leo', 'Google')).toMatchObject({ groups: ['user'] })
    await site.sql.query(`update users set groups = '{user}' where id = $1`, [person.user.id])
  })

  test('does not take the last admin', async () => {
    own.groups.set('mona', ['video-admins'])
    const { id } = await signInAs('mona')
    await site.sql.query(`update users set groups = '{user}' where id <> $1 and 'admin' = any(groups)`, [id])
    own.groups.set('mona', [])
    expect(await signInAs('mona')).toMatchObject({ role: 'admin' })
    await site.sql.query(`update users set groups = '{admin}' where id = $1`, [site.adminId])
    expect(await signInAs('mona')).toMatchObject({ role: 'user' })
  })
})

describe('an id_token', () => {
  let provider: CraftedProvider
  let site: Site
  beforeAll(async () => {
    provider = await openCraftedProvider()
    site = await openSite({ ...provider.environment, PUBLIC_URL: publicUrl })
  })
  afterAll(async () => {
    await site.stop()
    await provider.close()
  })

  const now = () => Math.floor(Date.now() / 1000)
  const good = (nonce: string): JWTPayload => ({
    iss: provider.issuer,
    sub: 'rita',
    aud: 'video-forge',
    iat: now(),
    exp: now() + 60,
    nonce,
  })
  /** A whole sign-in with the token that `craft` makes. */
  async function attempt(craft: (claims: JWTPayload) => Promise<string> | string) {
    const { state, nonce, cookie } = await begin(site.product.call, 'oidc')
    provider.nextToken = await craft(good(nonce))
    return finish(site.product.call, { code: 'any', state }, cookie)
  }
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('of the provider signs in, also with a clock that is a little off', async () => {
    expect((await attempt((claims) => provider.sign(claims))).status).toBe(200)
    expect((await attempt((claims) => provider.sign({ ...claims, iat: now() - 90, exp: now() - 20 }))).status).toBe(200)
  })

  const attacks: [string, (claims: JWTPayload) => Promise<string> | string][] = [
    ['another nonce', (claims) => provider.sign({ ...claims, nonce: 'made-up' })],
    ['no nonce', ({ nonce: _, ...claims }) => provider.sign(claims)],
    ['another audience', (claims) => provider.sign({ ...claims, aud: 'another-site' })],
    ['another issuer', (claims) => provider.sign({ ...claims, iss: 'https://accounts.google.com' })],
    ['an end in the past', (claims) => provider.sign({ ...claims, iat: now() - 7200, exp: now() - 3600 })],
    ['no signature', (claims) => `${base64({ alg: 'none' })}.${base64({ email: 'rita@example.com', email_verified: true, ...claims })}.`],
    ['the signature of another key', async (claims) => provider.sign(claims, { key: (await generateKeyPair('RS256')).privateKey })],
    [
      'a signature with the shared secret',
      (claims) =>
        new SignJWT({ email: 'rita@example.com', email_verified: true, ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(craftedSecret)),
    ],
    ['an altered body', async (claims) => (await provider.sign(claims)).replace(/\.[^.]+\./, `.${base64({ ...claims, sub: 'admin' })}.`)],
  ]
  test.each(attacks)('with %s is refused', async (_, craft) => {
    const answer = await attempt(craft)
    expect([answer.status, answer.body.message]).toEqual([400, 'Acme did not accept this sign-in. Please try again.'])
  })

  test('of a new key is accepted once the keys were read again', async () => {
    expect((await attempt((claims) => provider.sign(claims))).status).toBe(200)
    await provider.rotate()
    const answers = [await attempt((claims) => provider.sign(claims)), await attempt((claims) => provider.sign(claims))]
    expect(answers.at(-1)?.status).toBe(200)
  })

  test('of a claim that is no true `email_verified` is refused', async () => {
    for (const email_verified of ['true', 1, undefined]) {
      expect((await attempt((claims) => provider.sign({ ...claims, sub: 'new', email_verified }))).status).toBe(403)
    }
  })
})

test('a provider that cannot be reached delays neither the start nor anything else, and a logo is shown from our own origin', async () => {
  const path = join(await temporaryFolder(), 'logo.svg')
  await writeFile(path, Buffer.from(pixel.split(',')[1] ?? '', 'base64'))
  const environment = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y', OIDC_NAME: 'Acme' }
  const product = await startProduct({ ...environment, OIDC_LOGO_URL: `file://${path}`, PUBLIC_URL: publicUrl, ROLE: 'api' })
  const answer = await product.call(`GET /auth/oauth/url?provider=oidc&redirectUri=${encodeURIComponent(redirectUri)}`)
  expect([answer.status, answer.body.message]).toEqual([503, 'Acme cannot be reached right now. Please try again in a moment.'])
  await vi.waitFor(async () =>
    expect((await product.call('GET /site')).body['site']).toMatchObject({ oidc: { name: 'Acme', logo: pixel } }),
  )
  const google = await product.call(`GET /auth/oauth/url?provider=Google&redirectUri=${encodeURIComponent(redirectUri)}`)
  expect([google.status, google.body.message]).toEqual([404, 'Google sign-in is not set up on this site.'])
  await product.stop()
})

import type { Invitation } from '@video-forge/contract/accounts/invitations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, newUser, signIn, somebody } from '../../../testing/people.ts'
import { startProduct } from '../../../testing/product.ts'
import { type OpenIdProvider, openProvider } from '../../../testing/services/openid-provider.ts'
import { openSite, type Site } from '../../../testing/site.ts'

const publicUrl = 'http://video.example.com'
const redirectUri = `${publicUrl}/auth/callback`

let provider: OpenIdProvider
let site: Site
beforeAll(async () => {
  provider = await openProvider(redirectUri)
  site = await openSite({ REGISTRATION: 'invite', PUBLIC_URL: publicUrl, ...provider.ownEnvironment })
})
afterAll(async () => {
  await site.stop()
  await provider.close()
})

const invite = (email: string) => site.asAdmin('POST /admin/invitations', { email })
async function tokenFor(email: string): Promise<string> {
  const before = site.mailbox.count()
  expect((await invite(email)).status).toBe(201)
  const { text } = await site.mailbox.mailTo(email, before)
  const token = new RegExp(`^${publicUrl}/#invitation=([\\w-]{43})$`, 'm').exec(text ?? '')?.[1]
  if (!token) throw new Error(`no link in ${text}`)
  return token
}
const look = (token: string) => site.product.call('POST /auth/invitation', { body: { token } })
const register = (body: object) => site.product.call('POST /auth/register-with-group', { body })
const listed = async () => (await site.asAdmin('GET /admin/invitations')).body['invitations'] as Invitation[]

async function signInByProvider(login: string) {
  const answer = await site.product.call(`GET /auth/oauth/url?provider=oidc&redirectUri=${encodeURIComponent(redirectUri)}`)
  const returned = await provider.visit(String(answer.body['authUrl']), login)
  const [code, state] = [returned.searchParams.get('code'), returned.searchParams.get('state')]
  const headers = { cookie: (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' }
  return site.product.call('POST /auth/oauth/callback', { body: { redirectUri, code, state }, headers })
}

test('without an invitation nobody gets an account, by a form or by a provider', async () => {
  expect((await site.product.call('GET /site')).body['site']).toMatchObject({ registration: 'invite' })
  const needed = [403, 'INVITATION_NEEDED', 'You need an invitation to create an account here. Ask an admin of this site.']
  for (const answer of [await register(somebody('eve')), await signInByProvider('eve')]) {
    expect([answer.status, answer.body.code, answer.body.message]).toEqual(needed)
  }
  expect((await site.sql.query(`select from users where email_key like 'eve%'`)).rowCount).toBe(0)
})

test('the link of the mail makes one confirmed account, for its address only', async () => {
  const person = somebody('fay')
  const token = await tokenFor(person.email)
  expect((await look(token)).body['invitation']).toMatchObject({ email: person.email })
  expect(await listed()).toMatchObject([{ email: person.email, invitedBy: 'admin', isExpired: false }])
  const { rows } = await site.sql.query('select * from invitations')
  expect(JSON.stringify(rows)).not.toContain(token)

  const other = await register({ ...somebody('other'), invitation: token })
  expect([other.status, other.body.message]).toEqual([400, 'This invitation is for another e-mail address.'])
  const taken = await register({ ...person, username: 'admin', invitation: token })
  expect(taken.status).toBe(409)
  const mails = site.mailbox.count(person.email)
  const made = await register({ ...person, invitation: token })
  expect([made.status, made.body['message'], made.body['user']]).toMatchObject([
    201,
    'Account created. You can sign in now.',
    { status: 'CONFIRMED', groups: ['user'] },
  ])
  expect(site.mailbox.count(person.email)).toBe(mails)
  await signIn(site.product, person)

  const again = await register({ ...somebody('again'), email: person.email, invitation: token })
  expect([again.status, again.body.code]).toEqual([403, 'INVITATION_NEEDED'])
  expect((await look(token)).status).toBe(404)
  expect(await listed()).toEqual([])
})

test('of two who use one link at once, one gets an account', async () => {
  const { email } = somebody('gil')
  const invitation = await tokenFor(email)
  const answers = await Promise.all(
    ['gil-a', 'gil-b', 'gil-c'].map((username) => register({ username, email, password: goodPassword, invitation })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
})

test('an expired, revoked or replaced link is refused, and so is a made-up one', async () => {
  const gone = { status: 404, body: { message: 'This invitation is not valid any more. Ask an admin of this site for a new one.' } }
  const { email } = somebody('hal')
  const first = await tokenFor(email)
  const second = await tokenFor(email)
  expect(await look(first)).toMatchObject(gone)
  expect((await look(second)).status).toBe(200)
  await site.sql.query(`update invitations set expires_at = now()`)
  expect(await look(second)).toMatchObject(gone)
  expect((await register({ ...somebody(), email, invitation: second })).status).toBe(403)
  const [expired] = await listed()
  expect(expired).toMatchObject({ isExpired: true })
  const third = await tokenFor(email)
  const [open] = await listed()
  expect((await site.asAdmin(`DELETE /admin/invitations/${open?.id}`)).status).toBe(200)
  expect((await site.asAdmin(`DELETE /admin/invitations/${open?.id}`)).status).toBe(404)
  expect(await look(third)).toMatchObject(gone)
  expect(await look('made-up')).toMatchObject(gone)
  const log = JSON.stringify((await site.asAdmin('GET /admin/audit')).body['entries'])
  expect(log).toContain('invitation.create')
  expect(log).toContain('invitation.revoke')
})

test('a provider that has verified an invited address needs no link, once', async () => {
  await tokenFor('ida@example.com')
  const answer = await signInByProvider('ida')
  expect(answer.body['user']).toMatchObject({ email: 'ida@example.com', status: 'CONFIRMED' })
  expect(await listed()).toEqual([])
  expect((await signInByProvider('ida')).status).toBe(200)
})

test('an account that nobody confirmed makes way for the invited person, but is not taken over without an invitation', async () => {
  const add = (name: string) =>
    site.sql.query(
      `insert into users (id, username, username_key, email, email_key, groups)
       values (gen_random_uuid(), $1::text, $1, $1 || '@example.com', $1 || '@example.com', '{user}')`,
      [name],
    )
  await add('kim')
  expect((await signInByProvider('kim')).body.code).toBe('INVITATION_NEEDED')
  const invitation = await tokenFor('kim@example.com')
  expect((await register({ username: 'kim', email: 'kim@example.com', password: goodPassword, invitation })).status).toBe(201)
})

test('only admins invite, and not somebody who has an account', async () => {
  const person = { ...somebody('lou'), password: goodPassword }
  await register({ ...person, invitation: await tokenFor(person.email) })
  const { tokens } = await signIn(site.product, person)
  for (const key of ['GET /admin/invitations', 'POST /admin/invitations']) {
    const body = key.startsWith('POST') ? { body: { email: 'x@example.com' } } : {}
    expect((await site.product.call(key, { token: tokens.idToken, ...body })).status).toBe(403)
  }
  const taken = await invite(person.email)
  expect([taken.status, taken.body.message]).toEqual([409, 'There is already an account with this e-mail address.'])
  expect((await invite('no address')).status).toBe(400)
})

test('one mailbox gets few invitations a day', async () => {
  for (let number = 0; number < 10; number += 1) expect((await invite('often@example.com')).status).toBe(201)
  expect((await invite('often@example.com')).status).toBe(429)
})

describe('the other modes', () => {
  test('a closed site refuses all, also with an invitation', async () => {
    const invitation = await tokenFor('max@example.com')
    const closed = await startProduct({ DATABASE_URL: site.product.databaseUrl, REGISTRATION: 'closed', ROLE: 'api' })
    const answer = await closed.call('POST /auth/register-with-group', { body: { ...somebody('max'), invitation } })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      403,
      'REGISTRATION_CLOSED',
      'This site does not accept new accounts.',
    ])
    expect((await closed.call('GET /site')).body['site']).toMatchObject({ registration: 'closed' })
    await closed.stop()
  })

  test('an open site takes invitations too, and everybody else', async () => {
    const invitation = await tokenFor('nia@example.com')
    const open = await startProduct({ DATABASE_URL: site.product.databaseUrl, SMTP_URL: site.mailbox.url, ROLE: 'api' })
    const body = { username: 'nia', email: 'nia@example.com', password: goodPassword, invitation }
    expect((await open.call('POST /auth/register-with-group', { body })).body['user']).toMatchObject({ status: 'CONFIRMED' })
    expect(await newUser(open, site.mailbox, 'ole')).toBeTruthy()
    await open.stop()
  })
})

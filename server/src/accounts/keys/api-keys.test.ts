import { randomUUID } from 'node:crypto'
import type { Key } from '@video-forge/contract/accounts/keys'
import { endpointList } from '@video-forge/contract/endpoints'
import { eventStreamList } from '@video-forge/contract/live'
import { type Scope, scopes } from '@video-forge/contract/rules/access'
import { limits } from '@video-forge/contract/rules/limits'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { followEvents } from '../../../testing/event-reader.ts'
import { newUser, type Person, type Session, signIn } from '../../../testing/people.ts'
import { addJob, openSite, type Site } from '../../../testing/site.ts'

let site: Site
let owner: Person & Session
beforeAll(async () => {
  site = await openSite()
  owner = await newUser(site.product, site.mailbox, 'keeper')
})
afterAll(() => site.stop())

const call = (key: string, token?: string, body?: unknown) =>
  site.product.call(key, { ...(token && { token }), ...(body !== undefined && { body }) })
const asOwner = (key: string, body?: unknown) => call(key, owner.tokens.idToken, body)

interface Made {
  key: Key
  secret: string
}

async function make(own: readonly Scope[], more: object = {}): Promise<Made> {
  const { status, body } = await asOwner('POST /account/keys', { name: 'Deploy', scopes: own, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as Made
}

async function makeAsAdmin(own: readonly Scope[]): Promise<Made> {
  const { status, body } = await site.asAdmin('POST /account/keys', { name: 'Admin key', scopes: own })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as Made
}

const keysOf = async (): Promise<Key[]> => (await asOwner('GET /account/keys')).body['keys'] as Key[]

test('a key is shown once, listed without its secret, used, and refused from the moment it is revoked', async () => {
  const { key, secret } = await make(['read'], { name: '  Nightly backup ' })
  expect(secret).toMatch(/^vf_[\w-]{40}$/)
  expect(key).toMatchObject({ name: 'Nightly backup', scopes: ['read'], prefix: secret.slice(0, 9), expiresAt: null, lastUsedAt: null })
  expect(JSON.stringify(await keysOf())).not.toContain(secret)
  const { rows } = await site.sql.query('select * from api_keys where id = $1', [key.id])
  expect(JSON.stringify(rows)).not.toContain(secret)

  expect((await call('GET /auth/profile', secret)).body['user']).toMatchObject({ username: owner.username })
  await vi.waitFor(async () => {
    const used = (await keysOf()).find(({ id }) => id === key.id)
    expect(used).toMatchObject({ lastUsedAt: expect.any(String), lastUsedAddress: '127.0.0.1', lastUsedBy: 'Node.js' })
  })

  expect((await asOwner(`DELETE /account/keys/${key.id}`)).status).toBe(200)
  const refused = await call('GET /auth/profile', secret)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    401,
    'NOT_SIGNED_IN',
    'This API key is not valid. It may have expired or been revoked.',
  ])
  expect((await call('GET /gallery/videos', secret)).status).toBe(401)
  expect((await asOwner(`DELETE /account/keys/${key.id}`)).status).toBe(404)
})

test('every call refuses a key without its scope', async () => {
  const without = Object.fromEntries(
    await Promise.all(
      scopes.map(async (missing) => [missing, (await makeAsAdmin(scopes.filter((scope) => scope !== missing))).secret] as const),
    ),
  )
  const { secret: all } = await makeAsAdmin(scopes)
  for (const [key, { scope, access }] of [...endpointList, ...eventStreamList]) {
    const path = key.replaceAll(/\{\w+\}/g, randomUUID())
    if (scope) {
      const { status, body } = await call(path, without[scope], key.startsWith('GET') ? undefined : {})
      expect([key, status, body.message]).toEqual([key, 403, `This API key does not have the scope ${scope}.`])
    } else if (access !== 'anyone') {
      const { status, body } = await call(path, all, key.startsWith('GET') ? undefined : {})
      expect([key, status, body.message]).toEqual([key, 403, 'An API key cannot do this. Please sign in.'])
    }
  }
})

test('with its scope a key reads what its owner reads', async () => {
  const { secret } = await makeAsAdmin(scopes)
  const needed: Record<string, string> = {
    'GET /gallery/search': '?q=sea',
    'GET /stock/videos': '?q=sea',
    'GET /admin/load-test': `?ids=${randomUUID()}`,
  }
  const reading = endpointList.filter(([key, { scope, file }]) => key.startsWith('GET ') && scope && !file && !key.includes('{'))
  expect(reading.length).toBeGreaterThan(15)
  for (const [key] of reading) expect([key, (await call(key + (needed[key] ?? ''), secret)).status]).toEqual([key, 200])
})

test('a call for anyone without a scope takes a key as nobody', async () => {
  const { secret } = await make(['read'])
  expect((await call('GET /site', secret)).status).toBe(200)
  expect(await signIn(site.product, owner)).toBeTruthy()
})

test("an admin's key without the scope admin is the key of an ordinary person", async () => {
  const id = await addJob(site, { userId: owner.user.id, status: 'COMPLETED' })
  await site.sql.query(`update videos set visibility = 'private' where id = $1`, [id])
  const ordinary = await makeAsAdmin(['read', 'manage'])
  expect((await call(`GET /gallery/videos/${id}`, ordinary.secret)).status).toBe(404)
  expect((await call(`PATCH /gallery/videos/${id}`, ordinary.secret, { title: 'Mine' })).status).toBe(404)
  const strong = await makeAsAdmin(['read', 'admin'])
  expect((await call(`GET /gallery/videos/${id}`, strong.secret)).status).toBe(200)
  const own = await make(['read'])
  expect((await call(`GET /gallery/videos/${id}`, own.secret)).status).toBe(200)
})

test('a wrong request for a key is refused with a sentence', async () => {
  const refusals: [object, number, string][] = [
    [{ scopes: ['read'] }, 400, 'Give the key a name.'],
    [{ name: ' ', scopes: ['read'] }, 400, 'Give the key a name.'],
    [{ name: 'x'.repeat(61), scopes: ['read'] }, 400, 'A name has at most 60 characters.'],
    [{ name: 'a\nb', scopes: ['read'] }, 400, 'A name is one line of text.'],
    [{ name: 'x' }, 400, 'Choose at least one scope: read, upload, manage or admin.'],
    [{ name: 'x', scopes: [] }, 400, 'Choose at least one scope: read, upload, manage or admin.'],
    [{ name: 'x', scopes: ['root'] }, 400, 'Choose at least one scope: read, upload, manage or admin.'],
    [{ name: 'x', scopes: ['read'], expiresAt: 'tomorrow' }, 400, 'The end is a time such as 2027-01-31T00:00:00Z.'],
    [{ name: 'x', scopes: ['read'], expiresAt: '2001-01-01T00:00:00Z' }, 400, 'The end of the key must be in the future.'],
    [{ name: 'x', scopes: ['read', 'admin'] }, 403, 'Only an admin can have a key with the scope admin.'],
  ]
  for (const [body, status, message] of refusals) {
    const answer = await asOwner('POST /account/keys', body)
    expect([body, answer.status, answer.body.message]).toEqual([body, status, message])
  }
})

test('an expired key and the key of a disabled user are refused', async () => {
  const expiring = await make(['read'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await call('GET /jobs', expiring.secret)).status).toBe(200)
  await site.sql.query(`update api_keys set expires_at = now() where id = $1`, [expiring.key.id])
  await vi.waitFor(async () => expect((await call('GET /jobs', expiring.secret)).status).toBe(401))
  expect((await keysOf()).find(({ id }) => id === expiring.key.id)).toMatchObject({ isExpired: true })

  const person = await newUser(site.product, site.mailbox)
  const { body } = await call('POST /account/keys', person.tokens.idToken, { name: 'x', scopes: ['read'] })
  const { secret } = body as unknown as Made
  await site.asAdmin(`POST /admin/users/${person.user.id}/disable`)
  const answered = (status: number) => vi.waitFor(async () => expect((await call('GET /jobs', secret)).status).toBe(status))
  await answered(401)
  await site.asAdmin(`POST /admin/users/${person.user.id}/enable`)
  await answered(200)
})

test('a key that another process revoked is refused, although this one knew it', async () => {
  const { key, secret } = await make(['read'])
  // The second request finds the key in memory once this process listens.
  await vi.waitFor(async () => {
    const { rows } = await site.sql.query(`select from pg_stat_activity where query = 'listen "keys"' or query = 'select 1'`)
    expect((await call('GET /jobs', secret)).status).toBe(200)
    expect(rows).not.toEqual([])
  })
  await site.sql.query('delete from api_keys where id = $1', [key.id])
  await vi.waitFor(async () => expect((await call('GET /jobs', secret)).status).toBe(401))
})

test('events reach a key, and end when it is revoked or its owner is disabled', async () => {
  const person = await newUser(site.product, site.mailbox)
  const made = async () =>
    (await call('POST /account/keys', person.tokens.idToken, { name: 'x', scopes: ['read'] })).body as unknown as Made
  const [revoked, disabled] = [await made(), await made()]
  const first = await followEvents(site.product.url, revoked.secret)
  const second = await followEvents(site.product.url, disabled.secret)
  const id = await addJob(site, { userId: person.user.id, status: 'PENDING' })
  for (const reader of [first, second]) await vi.waitFor(() => expect(JSON.stringify(reader.events)).toContain(id))
  await call(`DELETE /account/keys/${revoked.key.id}`, person.tokens.idToken)
  await first.closed
  await site.asAdmin(`POST /admin/users/${person.user.id}/disable`)
  await second.closed
})

test('a key has its own limit, and another key is not affected', async () => {
  const [busy, other] = [await make(['read']), await make(['read'])]
  const statuses = await Promise.all(
    Array.from({ length: limits.keyRequestsPerMinute + 5 }, async () => (await call('GET /auth/profile', busy.secret)).status),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await call('GET /auth/profile', other.secret)).status).toBe(200)
  expect((await asOwner('GET /auth/profile')).status).toBe(200)
})

test('keys are limited in number, even if many are asked for at once', async () => {
  const person = await newUser(site.product, site.mailbox)
  const row = `insert into api_keys (id, user_id, name, scopes, prefix, hash)
    select gen_random_uuid(), $1::uuid, 'old', '{read}', 'vf_', sha256(convert_to($1::text || n, 'UTF8')) from generate_series(1, $2::int) n`
  await site.sql.query(row, [person.user.id, limits.keysPerUser - 1])
  const ask = () => call('POST /account/keys', person.tokens.idToken, { name: 'x', scopes: ['read'] })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('nobody sees or revokes the key of another person, but admins do, and the audit log says so', async () => {
  const { key, secret } = await make(['read'], { name: 'Render farm' })
  const stranger = await newUser(site.product, site.mailbox)
  expect((await call('GET /account/keys', stranger.tokens.idToken)).body['keys']).toEqual([])
  expect((await call(`DELETE /account/keys/${key.id}`, stranger.tokens.idToken)).status).toBe(404)
  expect((await call('GET /admin/keys', stranger.tokens.idToken)).status).toBe(403)

  const { body } = await site.asAdmin(`GET /admin/keys?search=${secret.slice(0, 9)}`)
  expect(body['keys']).toMatchObject([{ id: key.id, name: 'Render farm', owner: { username: owner.username } }])
  const first = (await site.asAdmin('GET /admin/keys?limit=1')).body
  expect(first['keys']).toHaveLength(1)
  const second = (await site.asAdmin(`GET /admin/keys?limit=1&cursor=${first['nextCursor']}`)).body
  expect(second['keys']).not.toEqual(first['keys'])

  expect((await site.asAdmin(`DELETE /admin/keys/${key.id}`)).status).toBe(200)
  expect((await call('GET /auth/profile', secret)).status).toBe(401)
  const log = JSON.stringify((await site.asAdmin('GET /admin/audit?search=Render')).body['entries'])
  expect(log).toContain('key.create')
  expect(log).toContain('key.revoke')
  expect(log).not.toContain(secret)
})

test('a mail says that a key was created, without the key', async () => {
  const person = await newUser(site.product, site.mailbox)
  const before = site.mailbox.count()
  const { secret } = (await call('POST /account/keys', person.tokens.idToken, { name: 'Import', scopes: ['upload'] }))
    .body as unknown as Made
  const mail = await site.mailbox.mailTo(person.email, before)
  expect(mail.subject).toBe('A new API key for your Video Forge account')
  expect(mail.text).toContain('"Import"')
  expect(mail.text).not.toContain(secret)
})

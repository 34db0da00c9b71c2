import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newUser, type Session } from '../../../testing/people.ts'
import { inSeconds, playbackToken } from '../../../testing/protection/playback-token.ts'
import { openSite, type Site } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'

let site: Site
let [owner, stranger]: [Session, Session] = [undefined as never, undefined as never]
let id = ''
beforeAll(async () => {
  site = await openSite({ ROLE: 'api', TRUSTED_PROXIES: 'loopback' })
  owner = await newUser(site.product, site.mailbox)
  stranger = await newUser(site.product, site.mailbox)
})
afterAll(() => site.stop())
beforeEach(async () => {
  id = await insertVideo(site.sql, owner.user.id, { visibility: 'private' })
})

type SigningKey = Parameters<typeof playbackToken>[0]

const callAs = (who: Session, key: string, body?: object) => site.product.call(key, { token: who.tokens.idToken, ...(body && { body }) })
async function newKey(alg: SigningKey['alg'], who = owner): Promise<SigningKey & { publicKey: string }> {
  const { body } = await callAs(who, 'POST /account/signing-keys', { name: 'site', algorithm: alg })
  const { id: kid, publicKey } = body['key'] as { id: string; publicKey: string }
  return { kid, alg, secret: String(body['secret']), publicKey }
}
const open = async (token: string, video = id) => {
  const { status, body } = await site.product.call(`GET /gallery/videos/${video}?token=${token}`)
  return status === 200 ? 'open' : `${status} ${body.message}`
}
const refusal = (reason: string) => `401 This playback token is not valid. ${reason}`
const unknownKey = refusal('No key of this account has signed it.')
const claims = (parts: object = {}) => ({ sub: id, exp: inSeconds(600), ...parts })

test('the claims of a token decide when it opens its video', async () => {
  const key = await newKey('HS256')
  const of = (parts: object) => open(playbackToken(key, claims(parts)))
  expect(await of({})).toBe('open')
  expect(await of({ nbf: inSeconds(-10), viewers: 2, iss: 'shop' })).toBe('open')
  expect(await of({ exp: inSeconds(-1) })).toBe(refusal('It has expired.'))
  expect(await of({ exp: undefined })).toBe(refusal('Its claim "exp" is missing or wrong.'))
  expect(await of({ exp: inSeconds(8 * 86_400) })).toBe(refusal('It may end at most 7 days from now.'))
  expect(await of({ exp: String(inSeconds(600)) })).toBe(refusal('Its claim "exp" is missing or wrong.'))
  expect(await of({ nbf: inSeconds(300) })).toBe(refusal('Its time has not begun yet.'))
  expect(await of({ sub: randomUUID() })).toBe(refusal('It is for another video.'))
  expect(await of({ sub: undefined })).toBe(refusal('Its claim "sub" is missing or wrong.'))
  expect(await of({ sub: 7 })).toBe(refusal('Its claim "sub" is missing or wrong.'))
  expect(await of({ viewers: 0 })).toBe(refusal('Its claim "viewers" must be a whole number from 1 to 1000.'))
})

test('only the algorithm of the key counts', async () => {
  const [pair, shared] = [await newKey('EdDSA'), await newKey('HS256')]
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(await open(`${part({ alg: 'none', kid: pair.kid })}.${part(claims())}.`)).toBe(unknownKey)
  // Signed with the public key as if it were a secret.
  expect(await open(playbackToken({ ...pair, alg: 'HS256', secret: pair.publicKey }, claims()))).toBe(unknownKey)
  const asEdDSA = playbackToken({ ...pair, alg: 'HS256', secret: pair.publicKey }, claims(), { alg: 'EdDSA' })
  expect(await open(asEdDSA)).toBe(refusal('Its signature is wrong.'))
  expect(await open(playbackToken(pair, claims(), { kid: shared.kid }))).toBe(unknownKey)
  expect(await open(playbackToken(shared, claims(), { alg: 'HS512' }))).toBe(unknownKey)
  expect(await open(playbackToken(shared, claims(), { crit: ['b64'], b64: false }))).toBe(refusal('Its signature is wrong.'))
  expect(await open(playbackToken({ ...shared, secret: 'guess' }, claims()))).toBe(refusal('Its signature is wrong.'))
  expect(await open('not-a-token')).toBe(unknownKey)
  expect((await site.product.call(`GET /gallery/videos/${id}?token=${'a'.repeat(4097)}`)).status).toBe(400)
})

test('a key opens only the videos of its owner, and says nothing about others', async () => {
  const key = await newKey('EdDSA', stranger)
  const token = playbackToken(key, claims())
  expect(await open(token)).toBe(unknownKey)
  expect(await open(playbackToken(key, claims({ sub: randomUUID() })), randomUUID())).toBe(unknownKey)
  const { kid } = await newKey('EdDSA')
  expect(await open(playbackToken({ ...key, kid }, claims()))).toBe(refusal('Its signature is wrong.'))
  expect((await callAs(stranger, `DELETE /account/signing-keys/${kid}`)).status).toBe(404)
  await site.sql.query('update users set disabled_at = now() where id = $1', [owner.user.id])
  const own = await newKey('HS256', stranger)
  await site.sql.query('update signing_keys set user_id = $1 where id = $2', [owner.user.id, own.kid])
  expect(await open(playbackToken(own, claims()))).toBe(unknownKey)
  await site.sql.query('update users set disabled_at = null where id = $1', [owner.user.id])
  expect(await open(playbackToken(own, claims()))).toBe('open')
})

test('a token for some viewers is for the first networks that use it', async () => {
  const key = await newKey('HS256')
  const token = playbackToken(key, claims({ viewers: 2 }))
  const from = async (address: string, sent = token) =>
    (await site.product.call(`GET /gallery/videos/${id}?token=${sent}`, { headers: { 'x-forwarded-for': address } })).status
  const statuses = await Promise.all(Array.from({ length: 8 }, (_, number) => from(`203.0.113.${number}`)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  const seated = statuses.indexOf(200)
  expect(await from(`203.0.113.${seated}`)).toBe(200)
  // Nor is another spelling of the id another video.
  const shouted = `GET /gallery/videos/${id.toUpperCase()}?token=${playbackToken(key, claims({ viewers: 1, jti: 'shouted' }))}`
  const shout = async (number: number, call = shouted) =>
    (await site.product.call(call, { headers: { 'x-forwarded-for': `203.0.113.${number}` } })).status
  expect([await shout(50), await shout(50, shouted.replace(id.toUpperCase(), id)), await shout(51)]).toEqual([200, 200, 401])
  // Another spelling of the same signature is no other token.
  const last = token.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]
  expect(await from('203.0.113.99', other)).toBe(401)
  expect(await from('203.0.113.99', playbackToken(key, claims({ viewers: 2, jti: 'another' })))).toBe(200)
})

test('the address of a limited viewer works from their network only', async () => {
  const token = playbackToken(await newKey('HS256'), claims({ viewers: 1 }))
  await site.sql.query(
    `insert into captions (id, video_id, language, label, source, is_default, content, bytes) values ($1, $2, 'en', 'English', 'uploaded', true, 'WEBVTT', 6)`,
    [newId(), id],
  )
  const seat = { 'x-forwarded-for': '203.0.113.7' }
  const { body } = await site.product.call(`GET /gallery/videos/${id}?token=${token}`, { headers: seat })
  const [captions] = (body['video'] as { captions: { url: string }[] }).captions
  const at = async (headers: Record<string, string>) => (await fetch(String(captions?.url), { headers })).status
  expect([await at(seat), await at({ 'x-forwarded-for': '203.0.113.8' }), await at({})]).toEqual([200, 404, 404])
})

test('a key of one’s own is taken as PEM and JWK, and no private or other key is', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const give = (text: string, algorithm = 'EdDSA') =>
    callAs(owner, 'POST /account/signing-keys', { name: 'own', algorithm, publicKey: text })
  for (const text of [pem, JSON.stringify(publicKey.export({ format: 'jwk' }))]) {
    const { status, body } = await give(text)
    expect([status, body['secret']]).toEqual([201, null])
    const { id: kid, publicKey: stored } = body['key'] as { id: string; publicKey: string }
    expect(stored).toBe(pem)
    expect(await open(playbackToken({ kid, alg: 'EdDSA', secret }, claims()))).toBe('open')
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString()
  for (const text of [secret, JSON.stringify(privateKey.export({ format: 'jwk' })), rsa, '{"kty":"OKP"}', 'nonsense']) {
    expect([text.slice(0, 20), (await give(text)).status]).toEqual([text.slice(0, 20), 400])
  }
  expect((await give(pem, 'HS256')).status).toBe(400)
})

test('a secret is shown once, stored encrypted, and its making and end are in the audit log', async () => {
  const person = await newUser(site.product, site.mailbox)
  const mailCount = site.mailbox.count()
  const key = await newKey('HS256', person)
  const { body } = await callAs(person, 'GET /account/signing-keys')
  expect(JSON.stringify(body)).not.toContain(key.secret)
  const { rows } = await site.sql.query('select secret from signing_keys where id = $1', [key.kid])
  expect(rows[0].secret.includes(Buffer.from(key.secret))).toBe(false)
  expect((await site.mailbox.mailTo(person.email, mailCount)).text).toContain('signing key "site"')
  await callAs(person, `DELETE /account/signing-keys/${key.kid}`)
  const { body: log } = await site.asAdmin('GET /admin/audit?limit=10')
  expect((log['entries'] as object[])[0]).toMatchObject({ actor: person.username, action: 'signing-key.delete', target: 'site' })
})

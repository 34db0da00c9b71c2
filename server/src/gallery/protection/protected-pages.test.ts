import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newUser } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { inSeconds, playbackToken } from '../../../testing/protection/playback-token.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'
import { normalizeDomain } from './embed-domains.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'vf-web-'))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title><noscript>scripts</noscript><body></body>')
await writeFile(join(webFolder, 'transcript-page.html'), '%STYLES%%TEXT%')
afterAll(() => rm(webFolder, { recursive: true }))

const { product, mailbox } = await startProductWithMail({ ROLE: 'api', WEB_FOLDER: webFolder, TRUSTED_PROXIES: 'loopback' })
const sql = await connectSql(product)
const owner = await newUser(product, mailbox)
const asOwner = (key: string, body?: object) => product.call(key, { token: owner.tokens.idToken, ...(body && { body }) })

async function newVideo(change: object): Promise<string> {
  const id = await insertVideo(sql, owner.user.id, { title: 'Zeppelin' })
  await sql.query(
    `insert into captions (id, video_id, language, label, source, is_default, content, bytes)
     values ($1, $2, 'en', 'English', 'uploaded', true, $3, 60)`,
    [newId(), id, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe xylophone sleeps\n'],
  )
  await asOwner(`PATCH /gallery/videos/${id}`, change)
  return id
}

async function page(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(product.url + path, { headers })
  const policy = answer.headers.get('content-security-policy') ?? ''
  return {
    status: answer.status,
    text: await answer.text(),
    frames: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    robots: answer.headers.get('x-robots-tag'),
  }
}

test('the pages of a video with a password say nothing of it', async () => {
  const id = await newVideo({ password: 'open sesame' })
  const watch = await page(`/video/${id}`)
  expect(watch).toMatchObject({ status: 200, robots: 'noindex' })
  const text = await page(`/video/${id}/transcript`)
  expect(text.status).toBe(401)
  const embed = await page(`/embed/${id}`)
  expect(embed).toMatchObject({ status: 200, frames: '*' })
  for (const { text: html } of [watch, text, embed]) expect(html).not.toMatch(/zeppelin|xylophone|og:|\/media\//i)
  const { body } = await product.call(`POST /gallery/videos/${id}/unlock`, { body: { password: 'open sesame' } })
  expect((await page(`/video/${id}/transcript?grant=${body['grant']}`)).status).toBe(200)
})

test('a token opens the pages of a private video', async () => {
  const id = await newVideo({ visibility: 'private' })
  const { body } = await asOwner('POST /account/signing-keys', { name: 'site', algorithm: 'HS256' })
  const key = { kid: (body['key'] as { id: string }).id, alg: 'HS256', secret: String(body['secret']) } as const
  const token = playbackToken(key, { sub: id, exp: inSeconds(60) })
  const paths = [`/video/${id}`, `/embed/${id}`, `/video/${id}/transcript`]
  expect(await Promise.all(paths.map(async (path) => (await page(path)).status))).toEqual([404, 404, 404])
  expect(await Promise.all(paths.map(async (path) => (await page(`${path}?token=${token}`)).status))).toEqual([200, 200, 200])
})

test('the player is framed by the named sites only, and others get a sentence', async () => {
  const id = await newVideo({ embedDomains: ['shop.example', '*.partner.example', 'localhost:5173'] })
  const from = (referer: string) => page(`/embed/${id}`, { referer })
  const allowed = "'self' shop.example *.partner.example localhost:5173"
  for (const referer of [
    'https://shop.example/',
    'https://a.b.partner.example/x',
    'http://localhost:5173/',
    `${product.url}/video/${id}`,
  ]) {
    expect(await from(referer)).toMatchObject({ status: 200, frames: allowed })
  }
  // A page that hides its name is stopped by the browser.
  expect(await page(`/embed/${id}`)).toMatchObject({ status: 200, frames: allowed })
  const refused = await from('https://evil.example/')
  expect(refused).toMatchObject({ status: 403, frames: '*' })
  expect(refused.text).toContain('does not allow it to be shown on this site')
  expect(refused.text).not.toMatch(/zeppelin|\/media\//i)
  await asOwner(`PATCH /gallery/videos/${id}`, { embedDomains: [] })
  expect(await from('https://evil.example/')).toMatchObject({ status: 200, frames: '*' })
})

test('names of sites are normalized, and nothing else gets into a header', async () => {
  const names = [' HTTPS://Shop.Example/a?b ', '*.Example.com', 'münchen.example', 'localhost:5173', 'example.com:443']
  expect(names.map(normalizeDomain)).toEqual(['shop.example', '*.example.com', 'xn--mnchen-3ya.example', 'localhost:5173', 'example.com'])
  const bad = [
    '',
    '*',
    '*.com',
    '*.*.example',
    'a b',
    "'self'",
    'https:',
    "x;script-src 'none'",
    'a,b',
    'user@example.com',
    'http://',
    'data:x',
    'a_b*',
  ]
  expect(bad.map(normalizeDomain)).toEqual(bad.map(() => undefined))
  const id = await newVideo({})
  const { status, body } = await asOwner(`PATCH /gallery/videos/${id}`, { embedDomains: ['ok.example', '*'] })
  expect([status, body['details']]).toEqual([400, [expect.objectContaining({ field: 'embedDomains' })]])
  expect((await asOwner(`PATCH /gallery/videos/${id}`, { embedDomains: Array(51).fill('a.example') })).status).toBe(400)
})

test('wrong passwords are limited for each network, and close the video for nobody else', async () => {
  const id = await newVideo({ password: 'open sesame' })
  const unlock = (password: string, address: string) =>
    product.call(`POST /gallery/videos/${id}/unlock`, { body: { password }, headers: { 'x-forwarded-for': address } })
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, number) => unlock(`guess ${number}`, '203.0.113.1')))
  const count = (status: number) => guesses.filter((guess) => guess.status === status).length
  expect([count(401), count(429)]).toEqual([10, 20])
  expect((await unlock('open sesame', '203.0.113.1')).status).toBe(429)
  for (let client = 2; client < 7; client += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, number) => unlock(`guess ${number}`, `203.0.113.${client}`)))
  }
  expect((await unlock('open sesame', '198.51.100.9')).status).toBe(200)
})

test('a password is never sent back, and too short ones are refused', async () => {
  const id = await newVideo({})
  const { status, body } = await asOwner(`PATCH /gallery/videos/${id}`, { password: 'short' })
  expect([status, body.message]).toEqual([400, 'The password needs at least 6 characters.'])
  const { body: changed } = await asOwner(`PATCH /gallery/videos/${id}`, { password: 'open sesame' })
  expect(JSON.stringify(changed)).not.toMatch(/sesame|argon/)
  expect(changed['video']).toMatchObject({ hasPassword: true, visibility: 'public', embedDomains: [] })
  const list = await asOwner('GET /gallery/videos?limit=100')
  expect(list.body['videos']).toContainEqual(expect.objectContaining({ id, hasPassword: true, visibility: 'public' }))
})

test('a process that knows nothing of passwords cannot open a video that has one', async () => {
  const id = await newVideo({ password: 'open sesame' })
  // As the version before writes and reads it.
  await sql.query(`update videos set visibility = 'public', title = 'Renamed' where id = $1`, [id])
  const { rows } = await sql.query('select visibility, opens_by_password from videos where id = $1', [id])
  expect(rows).toEqual([{ visibility: 'private', opens_by_password: true }])
})

import type { Caption } from '@video-forge/contract/captions'
import { captionRules } from '@video-forge/contract/captions/caption-rules'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { afterAll, describe, expect, test } from 'vitest'
import { readCounters } from '../../../testing/counters.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'

const site = await openSite()
afterAll(() => site.stop())
const { product, sql } = site
const owner = await newUser(product, site.mailbox)
const stranger = await newUser(product, site.mailbox)

/** Null: a visitor. */
type Who = Session | null
const call = (key: string, who: Who, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

const newVideo = (visibility: 'public' | 'private' = 'public', title = 'Talk: "one"/two') =>
  insertVideo(sql, owner.user.id, { visibility, title, duration: 60 })

const srt =
  '1\n00:00:01,000 --> 00:00:02,500\n<font color=red>Hello</font> <script>alert(1)</script>\n\n2\n00:00:03,000 --> 00:00:04,000\nÄrger & <i>Wörld\n'
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello alert(1)\n\n00:00:03.000 --> 00:00:04.000\nÄrger &amp; <i>Wörld</i>\n'

async function add(id: string, body: object = {}, who: Who = owner) {
  const answer = await call(`POST /gallery/videos/${id}/captions`, who, { language: 'de', content: srt, ...body })
  return { ...answer, caption: answer.body['caption'] as Caption, message: answer.body['message'] }
}

const list = async (id: string, who: Who = owner, query = '') => {
  const { status, body } = await call(`GET /gallery/videos/${id}/captions${query}`, who)
  return { status, captions: (body['captions'] ?? []) as Caption[] }
}

describe('adding', () => {
  test('an SRT file becomes WebVTT that is cleaned, in the list and in the details of the video', async () => {
    const id = await newVideo()
    const { status, caption } = await add(id, { language: 'ger', isDefault: true })
    expect([status, caption]).toMatchObject([
      201,
      { language: 'de', label: 'German', source: 'uploaded', isDefault: true, isReviewed: false },
    ])
    expect((await list(id)).captions).toEqual([caption])
    const { body } = await call(`GET /gallery/videos/${id}`, owner)
    expect((body['video'] as VideoDetails).captions).toEqual([caption])
    const answer = await fetch(caption.url)
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['text/vtt; charset=utf-8', vtt])
  })

  test('what was repaired is said with its line', async () => {
    const { body } = await add(await newVideo(), { content: '1\n00:00:05,000 --> 00:00:04,000\nBack' })
    expect(body['notes']).toEqual(['Line 2: This caption ends before it starts, so it is shown for 2 seconds.'])
  })

  test('a label is numbered where it is missing, and refused where it is taken', async () => {
    const id = await newVideo()
    expect((await add(id)).caption.label).toBe('German')
    expect((await add(id)).caption.label).toBe('German 2')
    expect((await add(id, { label: 'Für Gehörlose' })).caption.label).toBe('Für Gehörlose')
    const { status, body } = await add(id, { label: 'Für Gehörlose' })
    expect([status, body['details']]).toEqual([409, [{ field: 'label', message: expect.stringContaining('Für Gehörlose') }]])
  })

  test.each([
    ['a broken time', { content: `${srt}\n3\n00:00:0x --> 00:00:09,000\nx` }, 400, /^Line 10: ".*" is no valid time/],
    ['no captions', { content: 'hello' }, 400, /^Line 1: This should be a time/],
    ['no language', { language: 'klingon!' }, 400, /code like de or pt-BR/],
    ['no text', { content: undefined }, 400, /content/],
    ['a long label', { label: 'x'.repeat(61) }, 400, /at most 60 characters/],
    ['a large file', { content: srt + 'x'.repeat(captionRules.maxBytes) }, 400, /larger than 2 MB/],
    ['a file that is large as UTF-8', { content: srt + 'ä'.repeat(captionRules.maxBytes / 2) }, 413, /larger than 2 MB/],
    ['a body that is too large', { content: 'x'.repeat(captionRules.maxBodyBytes) }, 413, /too large/],
  ])('%s: refused with a sentence', async (_, body, status, message) => {
    const id = await newVideo()
    const refused = await add(id, body)
    const details = refused.body['details'] as { message: string }[] | undefined
    expect([refused.status, details?.[0]?.message ?? refused.message]).toEqual([status, expect.stringMatching(message)])
    expect((await list(id)).captions).toEqual([])
  })

  test('fifty for a video, also when they are sent at once', { timeout: 60_000 }, async () => {
    const id = await newVideo()
    const answers = await Promise.all(Array.from({ length: 60 }, () => add(id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(answers.find(({ status }) => status === 409)?.message).toBe('A video can have at most 50 captions. Delete some first.')
    expect(new Set((await list(id)).captions.map(({ label }) => label)).size).toBe(50)
  })
})

describe('changing', () => {
  test('one is the default at a time, and comes first', async () => {
    const id = await newVideo()
    const { caption: german } = await add(id, { isDefault: true })
    const { caption: english } = await add(id, { language: 'en' })
    const change = (caption: Caption, body: object) => call(`PATCH /gallery/videos/${id}/captions/${caption.id}`, owner, body)
    await change(english, { isDefault: true })
    expect((await list(id)).captions.map(({ language, isDefault }) => [language, isDefault])).toEqual([
      ['en', true],
      ['de', false],
    ])
    await Promise.all([change(english, { isDefault: true }), change(german, { isDefault: true })])
    expect((await list(id)).captions.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const { body } = await change(german, { language: 'pt_br', label: '', isDefault: false })
    expect(body['caption']).toMatchObject({ language: 'pt-BR', label: 'Brazilian Portuguese', isDefault: false })
    expect((await change(german, { language: 'en', label: 'English' })).status).toBe(409)
  })

  test('another text has another address, and is seen at once under the old one', async () => {
    const id = await newVideo()
    const { caption } = await add(id)
    const first = await fetch(caption.url)
    const etag = String(first.headers.get('etag'))
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect((await fetch(caption.url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const { status, body } = await call(`PUT /gallery/videos/${id}/captions/${caption.id}`, owner, {
      content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nNew',
    })
    expect([status, (body['caption'] as Caption).url]).not.toEqual([200, caption.url])
    const again = await fetch(caption.url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([200, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nNew\n'])
  })

  test('corrected automatic captions are reviewed, and stay automatic', async () => {
    const id = await newVideo()
    const captionId = newId()
    await sql.query(
      `insert into captions (id, video_id, language, label, source, content, bytes) values ($1, $2, 'en', 'English', 'automatic', $3, $4)`,
      [captionId, id, vtt, Buffer.byteLength(vtt)],
    )
    const { body } = await call(`PUT /gallery/videos/${id}/captions/${captionId}`, owner, { content: srt })
    expect(body['caption']).toMatchObject({ source: 'automatic', isReviewed: true })
  })

  test('deleted ones are gone', async () => {
    const id = await newVideo()
    const { caption } = await add(id)
    const key = `DELETE /gallery/videos/${id}/captions/${caption.id}`
    expect((await call(key, owner)).status).toBe(200)
    expect([(await call(key, owner)).status, (await fetch(caption.url)).status, (await list(id)).captions]).toEqual([404, 404, []])
  })
})

describe('rights', () => {
  test('of a private video nobody else sees anything, and a share link opens it', async () => {
    const id = await newVideo('private')
    const { caption } = await add(id)
    const names = [caption.url, ...Object.values(caption.downloads ?? {}), caption.url.replace('.vtt', '.m3u8')]
    for (const url of names) expect((await fetch(url)).status).toBe(200)
    for (const who of [null, stranger]) {
      expect((await list(id, who)).status).toBe(404)
      expect((await call(`GET /gallery/videos/${id}/transcript`, who)).status).toBe(404)
    }
    expect((await add(id, {}, stranger)).status).toBe(404)
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { content: srt } : method === 'PATCH' ? { label: 'Mine' } : undefined
      expect((await call(`${method} /gallery/videos/${id}/captions/${caption.id}`, stranger, body)).status).toBe(404)
    }
    for (const url of names) expect((await fetch(url.replace(/\/media\/([^/]+)\/[^/]+\//, '/media/$1/public/'))).status).toBe(404)
    const { body } = await call(`POST /gallery/videos/${id}/links`, owner, {})
    const secret = new URL((body['link'] as { url: string }).url).searchParams.get('link')
    const [shared] = (await list(id, null, `?link=${secret}`)).captions
    expect((await fetch(String(shared?.url))).headers.get('cache-control')).toBe('private, no-cache')
    await call(`DELETE /gallery/videos/${id}/links`, owner)
    expect((await fetch(String(shared?.url))).status).toBe(404)
  })

  test('an address ends when its video becomes private', async () => {
    const id = await newVideo()
    const { caption } = await add(id)
    expect((await fetch(caption.url)).status).toBe(200)
    await call(`PATCH /gallery/videos/${id}`, owner, { visibility: 'private' })
    expect((await fetch(caption.url)).status).toBe(404)
  })

  test('only the owner and admins change those of a public video', async () => {
    const id = await newVideo()
    const { caption } = await add(id)
    expect((await add(id, {}, stranger)).status).toBe(403)
    expect((await call(`DELETE /gallery/videos/${id}/captions/${caption.id}`, stranger)).status).toBe(403)
    expect((await add(id, {}, null)).status).toBe(401)
    expect((await site.asAdmin(`DELETE /gallery/videos/${id}/captions/${caption.id}`)).status).toBe(200)
  })

  test('captions of one video are not found under another', async () => {
    const [one, two] = [await newVideo(), await newVideo()]
    const { caption } = await add(one)
    expect((await call(`DELETE /gallery/videos/${two}/captions/${caption.id}`, owner)).status).toBe(404)
    expect((await call(`PATCH /gallery/videos/${two}/captions/${caption.id}`, owner, { label: 'x' })).status).toBe(404)
    expect((await fetch(caption.url.replace(one, two))).status).toBe(404)
  })
})

test('downloads as SRT, WebVTT and text, named after the video; not offered where downloads are off', async () => {
  const id = await newVideo()
  await add(id)
  const [caption] = (await list(id, null)).captions
  const saved = async (format: 'srt' | 'vtt' | 'txt') => {
    const answer = await fetch(String(caption?.downloads?.[format]))
    return [answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()]
  }
  const named = (extension: string) => expect.stringContaining(`filename="Talk one two.de.${extension}"`)
  expect(await saved('srt')).toEqual([
    'application/x-subrip; charset=utf-8',
    named('srt'),
    '1\n00:00:01,000 --> 00:00:02,500\nHello alert(1)\n\n2\n00:00:03,000 --> 00:00:04,000\nÄrger & <i>Wörld</i>\n',
  ])
  expect(await saved('vtt')).toEqual(['text/vtt; charset=utf-8', named('vtt'), vtt])
  expect(await saved('txt')).toEqual(['text/plain; charset=utf-8', named('txt'), 'Hello alert(1)\nÄrger & Wörld\n'])
  await call(`PATCH /gallery/videos/${id}`, owner, { allowDownload: false })
  expect((await list(id, null)).captions[0]?.downloads).toBeNull()
  expect((await fetch(String(caption?.downloads?.srt))).status).toBe(403)
  expect((await fetch(String(caption?.url))).status).toBe(200)
  const [own] = (await list(id)).captions
  expect((await fetch(String(own?.downloads?.srt))).status).toBe(200)
})

test('the transcript: plain text, in a language, and only what matches', async () => {
  const id = await newVideo()
  expect((await call(`GET /gallery/videos/${id}/transcript`, null)).body['message']).toBe('This video has no captions.')
  await add(id)
  await add(id, { language: 'pt-BR', content: 'WEBVTT\n\n00:01.000 --> 00:02.000\nOlá' })
  const read = async (query = '') => (await call(`GET /gallery/videos/${id}/transcript${query}`, null)).body
  expect(await read()).toMatchObject({
    language: 'de',
    cues: [
      { start: 1, end: 2.5, text: 'Hello alert(1)' },
      { start: 3, end: 4, text: 'Ärger & Wörld' },
    ],
  })
  expect((await read('?q=ARGER'))['cues']).toEqual([{ start: 3, end: 4, text: 'Ärger & Wörld' }])
  expect(await read('?language=pt')).toMatchObject({ language: 'pt-BR', cues: [{ text: 'Olá' }] })
  expect((await read('?language=fr'))['code']).toBe('NOT_FOUND')
})

describe('storage', () => {
  const counters = () => readCounters(site, owner.user.id, 'CAPTIONS')

  test('captions count towards that of their owner until they or their video are deleted', async () => {
    const id = await newVideo()
    const before = await counters()
    const { caption } = await add(id)
    const { caption: other } = await add(id)
    const size = Buffer.byteLength(vtt)
    const more = async () => {
      const now = await counters()
      return [(now['owner']?.bytes ?? 0) - (before['owner']?.bytes ?? 0), (now['kind']?.bytes ?? 0) - (before['kind']?.bytes ?? 0)]
    }
    expect(await more()).toEqual([2 * size, 2 * size])
    await sql.query('select recount_tallies()')
    expect(await more()).toEqual([2 * size, 2 * size])
    await call(`PUT /gallery/videos/${id}/captions/${other.id}`, owner, { content: `${srt}\n3\n00:00:05,000 --> 00:00:06,000\nMore` })
    expect((await more())[0]).toBeGreaterThan(2 * size)
    await call(`DELETE /gallery/videos/${id}/captions/${caption.id}`, owner)
    await call(`DELETE /gallery/videos/${id}`, owner)
    expect((await more())[0]).toBeGreaterThan(size)
    await call(`DELETE /trash/${id}`, owner)
    expect(await more()).toEqual([0, 0])
  })

  test('none are added when it is full', async () => {
    const id = await newVideo()
    await sql.query('update users set quota_bytes = 1 where id = $1', [owner.user.id])
    const { status, body } = await add(id)
    await sql.query('update users set quota_bytes = null where id = $1', [owner.user.id])
    expect([status, body['code'], (await list(id)).captions]).toEqual([409, 'QUOTA_REACHED', []])
  })
})

import type { Caption } from '@video-forge/contract/captions'
import { captionRules, captionsTooLarge } from '@video-forge/contract/captions/caption-rules'
import { afterAll, expect, test } from 'vitest'
import { newUser } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

const site = await openSite({ ROLE: 'api' })
afterAll(() => site.stop())
const owner = await newUser(site.product, site.mailbox)
const stranger = await newUser(site.product, site.mailbox)
const videoId = await insertVideo(site.sql, owner.user.id)

/** As `curl --data-binary @file` sends it. */
async function send(query: string, bytes: Uint8Array, { type = 'application/x-subrip', token = owner.tokens.idToken } = {}) {
  const answer = await fetch(`${site.product.url}/prod/api/gallery/videos/${videoId}/captions?${query}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, message: body['message'], caption: body['caption'] as Caption }
}
const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße – “jetzt”\r\n'
const windows1252 = Buffer.from(
  srt.replaceAll(/[–“”]/g, (letter) => ({ '–': '\x96', '“': '\x93', '”': '\x94' })[letter] ?? letter),
  'latin1',
)

test.each([
  ['UTF-8', Buffer.from(srt), 'application/x-subrip'],
  ['UTF-8 with its name', Buffer.from(srt), 'text/plain; charset=utf-8'],
  ['UTF-16', Buffer.from(`\ufeff${srt}`, 'utf16le'), 'application/x-subrip'],
  ['Windows-1252', windows1252, 'application/x-subrip'],
  ['WebVTT', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße – “jetzt”\n'), 'text/vtt'],
])('a file as it is, %s', async (name, bytes, type) => {
  const { status, caption } = await send(`language=ger&label=${encodeURIComponent(name)}&isDefault=true`, bytes, { type })
  expect([status, caption]).toMatchObject([201, { language: 'de', label: name, source: 'uploaded', isDefault: true }])
  expect(await (await fetch(caption.url)).text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGrüße – “jetzt”\n')
})

test('is refused with a sentence, as in JSON', async () => {
  const bytes = Buffer.from(srt)
  expect(await send('', bytes)).toMatchObject({ status: 400, message: 'Choose a language, as a code like de or pt-BR' })
  expect((await send('language=nonsense', bytes)).status).toBe(400)
  expect(await send('language=de', Buffer.from('1\nsoon --> later\nNo'))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Line 2: /),
  })
  expect(await send('language=de', Buffer.alloc(captionRules.maxBytes + 1, ' '))).toMatchObject({ status: 413, message: captionsTooLarge })
  expect((await send('language=de', bytes, { type: 'application/pdf' })).status).toBe(415)
  expect((await send('language=de', bytes, { token: stranger.tokens.idToken })).status).toBe(403)
  const { rowCount } = await site.sql.query(`select from captions where video_id = $1 and label = 'German'`, [videoId])
  expect(rowCount).toBe(0)
})

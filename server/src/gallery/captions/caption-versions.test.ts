import type { Caption } from '@video-forge/contract/captions'
import { afterAll, expect, test } from 'vitest'
import { newUser, type Session } from '../../../testing/people.ts'
import { openSite } from '../../../testing/site.ts'
import { insertVideo } from '../../../testing/video-rows.ts'

const site = await openSite()
afterAll(() => site.stop())
const { product, sql } = site
const owner = await newUser(product, site.mailbox)
const stranger = await newUser(product, site.mailbox)

const call = (key: string, who: Session | null, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })
const saying = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n${text}\n`

async function newCaption(visibility: 'public' | 'private' = 'public') {
  const id = await insertVideo(sql, owner.user.id, { visibility })
  const { body } = await call(`POST /gallery/videos/${id}/captions`, owner, { language: 'en', content: saying('First') })
  const caption = body['caption'] as Caption
  const put = (content: string, version?: number, who: Session | null = owner) =>
    call(`PUT /gallery/videos/${id}/captions/${caption.id}`, who, { content, ...(version !== undefined && { version }) })
  const text = async () => String(((await call(`GET /gallery/videos/${id}/transcript`, owner)).body['cues'] as { text: string }[])[0]?.text)
  return { id, caption, put, text }
}

test('a text is replaced while its version is the one that was changed', async () => {
  const { caption, put, text } = await newCaption()
  expect(caption.version).toBe(1)
  const saved = await put(saying('Second'), 1)
  expect([saved.status, (saved.body['caption'] as Caption).version]).toEqual([200, 2])
  const late = await put(saying('Too late'), 1)
  expect([late.status, late.body['code'], late.body['version'], late.body['message']]).toEqual([
    409,
    'CONFLICT',
    2,
    'Somebody else, or another tab, has changed these captions meanwhile.',
  ])
  expect(await text()).toBe('Second')
  expect((await put(saying('Any'))).status).toBe(200)
  expect(await text()).toBe('Any')
})

test('of ten who change the same version at once, one does', async () => {
  const { put } = await newCaption()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => put(saying(`By ${index}`), 1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
})

test('the same text sent again, because its answer was lost, is no conflict and no other version', async () => {
  const { put } = await newCaption()
  await put(saying('Second'), 1)
  const again = await put(saying('Second'), 1)
  expect([again.status, (again.body['caption'] as Caption).version]).toEqual([200, 2])
})

test('nobody but the owner and admins, and no version that is none', async () => {
  const { id, caption, put } = await newCaption('private')
  const statuses = await Promise.all([put(saying('x'), 1, null), put(saying('x'), 1, stranger), put(saying('x'), 0), put(saying('x'), 1.5)])
  expect(statuses.map(({ status }) => status)).toEqual([401, 404, 400, 400])
  expect((await site.asAdmin(`PUT /gallery/videos/${id}/captions/${caption.id}`, { content: saying('Admin'), version: 1 })).status).toBe(
    200,
  )
})

test('an editor gets markup, places and the version that belongs to them', async () => {
  const { id, put } = await newCaption()
  await put(saying('<i>One</i> &lt; two'), 1)
  const read = async (query = '') => (await call(`GET /gallery/videos/${id}/transcript${query}`, null)).body
  expect(await read('?markup=true')).toMatchObject({
    version: 2,
    isReviewed: false,
    cues: [{ start: 1, end: 2, text: 'One < two', markup: '<i>One</i> &lt; two', settings: 'line:0' }],
  })
  expect((await read())['cues']).toEqual([{ start: 1, end: 2, text: 'One < two' }])
})

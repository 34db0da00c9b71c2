import { join } from 'node:path'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Draft } from '@video-forge/contract/jobs'
import { afterAll, expect, test, vi } from 'vitest'
import { readCounters } from '../../../testing/counters.ts'
import { clipFile, smallClip } from '../../../testing/media/clips.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { ended, filesBelow, openSite } from '../../../testing/site.ts'

const clip = await clipFile('placeholder.mp4', smallClip)
const picture = await clipFile('placeholder.png', ['-f', 'lavfi', '-i', 'color=yellow:s=64x36', '-frames:v', '1'])
const site = await openSite({ TICK_MS: '200' })
afterAll(() => site.stop())
const owner = await newUser(site.product, site.mailbox)
const stranger = await newUser(site.product, site.mailbox)

const call = (key: string, who: Session | undefined, body?: unknown) =>
  site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

async function newDraft(): Promise<{ id: string; s3Key: string }> {
  const { body } = await call('POST /upload/generate-url', owner, { filename: 'clip.mp4', contentType: 'video/mp4' })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  expect((await call('POST /upload/confirm', owner, { s3Key })).status).toBe(201)
  return { s3Key, id: s3Key.split('/')[1] ?? '' }
}

const addressOf = (id: string) => `POST /gallery/videos/${id}/thumbnail?placeholder=true`
const draftOf = async (id: string): Promise<Draft | undefined> =>
  ((await call('GET /jobs?drafts=first', owner)).body['drafts'] as Draft[]).find((draft) => draft.id === id)
const detailsOf = async (id: string) => (await call(`GET /gallery/videos/${id}`, owner)).body['video'] as VideoDetails
const pictureAt = async (address: string | null | undefined) => {
  const answer = await fetch(new URL(String(address), site.product.url))
  return [answer.status, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer()).toString('base64')] as const
}
const filesOf = async (id: string) =>
  (await filesBelow(join(site.product.dataDir, 'storage', 'objects')))
    .map(({ path }) => path)
    .filter((path) => path.includes(`${id}/thumbnail/`))
const counted = async () => (await readCounters(site, owner.user.id, 'CHOSEN_THUMBNAIL'))['kind']?.bytes ?? 0

test('a draft has a frame of its video until its job has made a thumbnail', { timeout: 90_000 }, async () => {
  const { id, s3Key } = await newDraft()
  expect((await draftOf(id))?.thumbnail_url).toBeNull()
  expect((await call(addressOf(id), owner, { time: 0.1 })).status).toBe(200)
  const listed = await pictureAt((await draftOf(id))?.thumbnail_url)
  expect(listed.slice(0, 2)).toEqual([200, 'image/jpeg'])
  expect(await detailsOf(id)).toMatchObject({ hasChosenThumbnail: false, thumbnailUrl: expect.any(String) })
  expect(await counted()).toBeGreaterThan(0)

  const published = { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public' }
  expect((await call('POST /jobs', owner, published)).status).toBe(201)
  expect(await ended(site, id)).toBe('COMPLETED')
  const { thumbnailUrl, hasChosenThumbnail } = await detailsOf(id)
  // Another address: browsers may have stored the picture before.
  expect([thumbnailUrl?.includes('?v=2'), hasChosenThumbnail]).toEqual([true, false])
  const made = await pictureAt(thumbnailUrl)
  expect(made[0]).toBe(200)
  expect(made[2]).not.toBe(listed[2])
  expect(await counted()).toBe(0)
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), { timeout: 20_000 })
  // Too late for another one.
  expect((await call(addressOf(id), owner, { time: 0.1 })).status).toBe(200)
  expect(await detailsOf(id)).toMatchObject({ thumbnailUrl })
})

test('a picture can be sent instead; neither a second one nor one after a choice changes anything, and a choice replaces it', async () => {
  const { id } = await newDraft()
  const send = (query: string) =>
    fetch(`${site.product.url}/prod/api/gallery/videos/${id}/thumbnail${query}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${owner.tokens.idToken}` },
      body: new Uint8Array(picture),
    })
  expect((await send('?placeholder=true')).status).toBe(200)
  const first = await pictureAt((await draftOf(id))?.thumbnail_url)
  expect(first[0]).toBe(200)
  await call(addressOf(id), owner, { time: 0.1 })
  expect(await pictureAt((await draftOf(id))?.thumbnail_url)).toEqual(first)
  const { body } = await call(`POST /gallery/videos/${id}/thumbnail`, owner, { time: 0.1 })
  expect(body['video']).toMatchObject({ hasChosenThumbnail: true })
  expect((await send('?placeholder=true')).status).toBe(200)
  expect(await detailsOf(id)).toMatchObject({ hasChosenThumbnail: true })
  await vi.waitFor(async () => expect(await filesOf(id)).toHaveLength(2), { timeout: 20_000 })
})

test('only its owner gives it one and sees it', async () => {
  const { id } = await newDraft()
  for (const [who, status] of [
    [stranger, 404],
    [undefined, 401],
  ] as const) {
    expect((await call(addressOf(id), who, { time: 0 })).status).toBe(status)
  }
  expect((await call(`POST /gallery/videos/${id}/thumbnail?placeholder=perhaps`, owner, { time: 0 })).status).toBe(400)
  expect((await draftOf(id))?.thumbnail_url).toBeNull()
  await call(addressOf(id), owner, { time: 0 })
  const address = String((await draftOf(id))?.thumbnail_url)
  expect((await pictureAt(address.replace(/\/media\/([^/]+)\/[^/]+\//, '/media/$1/public/')))[0]).toBe(404)
})

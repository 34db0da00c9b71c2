import type { Output } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { beforeAll, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../../testing/media/clips.ts'
import { newUser, type Session, signInAdmin } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'

const { product, mailbox } = await startProductWithMail()
const owner = await newUser(product, mailbox)
const stranger = await newUser(product, mailbox)
const admin = await signInAdmin(product)
let id: string

type Who = Session | undefined
type Downloads = Output<'GET /gallery/videos/{id}/downloads'>['downloads']
const call = (key: string, who: Who, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })
const downloadsOf = async (who: Who, query = '') => {
  const { status, body } = await call(`GET /gallery/videos/${id}/downloads${query}`, who)
  return { status, message: body.message, downloads: (body['downloads'] ?? []) as Downloads }
}
const canDownload = async (who: Who) => ((await call(`GET /gallery/videos/${id}`, who)).body['video'] as VideoDetails).canDownload
const saved = async (url: string) => {
  const { status, headers } = await fetch(url, { method: 'HEAD' })
  return [status, headers.get('content-disposition')?.split(';', 1)[0] ?? null]
}
const change = (body: object) => call(`PATCH /gallery/videos/${id}`, owner, body)

beforeAll(async () => {
  const { body } = await call('POST /upload/generate-url', owner, { filename: 'clip.mp4', contentType: 'video/mp4' })
  const clip = new Uint8Array(await clipFile('small.mp4', smallClip))
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: clip, headers: { 'Content-Type': 'video/mp4' } })
  const job = { inputSource: body['s3Key'], outputFormats: ['480p'], visibility: 'public', title: 'Sea' }
  ;({ id } = (await call('POST /jobs', owner, job)).body['job'] as Job)
  await vi.waitFor(async () => expect(((await call(`GET /jobs/${id}`, owner)).body['job'] as Job).status).toBe('COMPLETED'), {
    timeout: 60_000,
    interval: 100,
  })
})

test('everybody saves a public video, unless its owner says otherwise', async () => {
  for (const who of [undefined, stranger, owner, admin]) {
    const { downloads } = await downloadsOf(who)
    expect(downloads.map(({ quality }) => quality)).toEqual(['original', '480p'])
    expect(downloads.at(-1)).toMatchObject({ resolution: '640x360', size: expect.any(Number), filename: 'Sea - 480p.mp4' })
    for (const { url } of downloads) expect(await saved(url)).toEqual([200, 'attachment'])
    expect(await canDownload(who)).toBe(true)
  }
})

test('without permission nobody but the owner and admins saves it, by any address; it can still be watched', async () => {
  const before = (await downloadsOf(undefined)).downloads
  await change({ allowDownload: false })
  for (const who of [undefined, stranger]) {
    expect(await downloadsOf(who)).toEqual({
      status: 403,
      message: 'The owner of this video does not offer it for download.',
      downloads: [],
    })
    expect(await canDownload(who)).toBe(false)
  }
  for (const { url } of before) {
    expect(await saved(url)).toEqual([403, null])
    expect(await saved(url.replace('?download', ''))).toEqual([200, null])
    expect((await saved(url.replace('?download', '?download=1&x')))[0]).toBe(403)
  }
  for (const who of [owner, admin]) {
    const { downloads } = await downloadsOf(who)
    expect(downloads.map(({ quality }) => quality)).toEqual(['original', '480p'])
    for (const { url } of downloads) expect(await saved(url)).toEqual([200, 'attachment'])
    expect(await canDownload(who)).toBe(true)
  }
  await change({ allowDownload: true })
  for (const { url } of before) expect(await saved(url)).toEqual([200, 'attachment'])
})

test('of a private video only with a share link, and only while both allow it', async () => {
  await change({ visibility: 'private' })
  expect((await downloadsOf(stranger)).status).toBe(404)
  const made = await call(`POST /gallery/videos/${id}/links`, owner, {})
  const query = new URL((made.body['link'] as { url: string }).url).search
  const { downloads } = await downloadsOf(undefined, query)
  for (const { url } of downloads) expect(await saved(url)).toEqual([200, 'attachment'])
  await change({ allowDownload: false })
  expect((await downloadsOf(undefined, query)).status).toBe(403)
  for (const { url } of downloads) expect((await saved(url))[0]).toBe(403)
  expect((await downloadsOf(owner)).status).toBe(200)
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '@video-forge/contract/jobs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readCounters } from '../../testing/counters.ts'
import { clipFile, serveClips, smallClip } from '../../testing/media/clips.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { ended, filesBelow, openSite } from '../../testing/site.ts'

const secret = '+52.5200+013.4050/'
const tags = ['-metadata', `location=${secret}`, '-metadata', 'artist=Jane Doe']

const clips = await serveClips({ 'tagged.mp4': [...smallClip, ...tags] })
afterAll(() => clips.close())
const site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true', TICK_MS: '200' })
afterAll(() => site.stop())
const owner = await newUser(site.product, site.mailbox)
const stranger = await newUser(site.product, site.mailbox)
const tagged = await clipFile('tagged.mp4', [...smallClip, ...tags])
const plain = await clipFile('plain.mp4', smallClip)

type Who = Session | undefined
const call = (key: string, who: Who, body?: unknown) =>
  site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

async function upload(content: Buffer): Promise<{ s3Key: string; id: string }> {
  const { body } = await call('POST /upload/generate-url', owner, { filename: 'clip.mp4', contentType: 'video/mp4' })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': 'video/mp4' } })
  return { s3Key, id: s3Key.split('/')[1] ?? '' }
}

async function confirmed(content: Buffer, visibility: string): Promise<string> {
  const { s3Key, id } = await upload(content)
  expect((await call('POST /upload/confirm', owner, { s3Key, visibility })).status).toBe(201)
  return id
}

const streamOf = async (id: string, who: Who, query = '') => {
  const { status, body } = await call(`GET /gallery/videos/${id}/stream?quality=original${query}`, who)
  return { status, streamUrl: String(body['streamUrl']), body }
}
const bytesAt = async (address: string) => {
  const answer = await fetch(address)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') }
}
const bytesFor = async (id: string, who: Who, query = '') => bytesAt((await streamOf(id, who, query)).streamUrl)
const hasTags = (bytes: Buffer) => bytes.includes(secret) || bytes.includes('Jane Doe')
const rowOf = async (id: string) =>
  (await site.sql.query('select original_key, shared_key, shared_bytes::int, shared_checked_at from videos where id = $1', [id])).rows[0]
const filesOf = async (id: string) =>
  (await filesBelow(join(site.product.dataDir, 'storage', 'objects'))).filter(({ path }) => path.includes(id)).map(({ path }) => path)

describe('an original with a position and a name in it', () => {
  test('is shared at once without them, and keeps its length', async () => {
    const id = await confirmed(tagged, 'public')
    for (const who of [undefined, stranger]) {
      const { status, bytes } = await bytesFor(id, who)
      expect([status, bytes.length, hasTags(bytes)]).toEqual([200, tagged.length, false])
    }
    expect(await rowOf(id)).toMatchObject({ shared_key: `videos/${id}/shared/source.mp4`, shared_bytes: tagged.length })
    const { body } = await call(`GET /gallery/videos/${id}`, undefined)
    expect(body['video']).toMatchObject({ status: 'uploaded' })
  })

  test('also through a share link; no address leads to the private data', async () => {
    const id = await confirmed(tagged, 'private')
    await vi.waitFor(async () => expect((await rowOf(id)).shared_key).not.toBeNull())
    const { body } = await call(`POST /gallery/videos/${id}/links`, owner, {})
    const link = new URL((body['link'] as { url: string }).url).searchParams.get('link')
    const byLink = await streamOf(id, undefined, `&link=${link}`)
    expect(hasTags((await bytesAt(byLink.streamUrl)).bytes)).toBe(false)
    for (const name of ['original?download=x', 'original?download', 'source.mp4', 'metadata.json']) {
      const { bytes } = await bytesAt(byLink.streamUrl.replace(/original$/, name))
      expect([name, hasTags(bytes)]).toEqual([name, false])
    }
  })

  test('the owner gets it unchanged, with another entity tag', async () => {
    const { s3Key, id } = await upload(tagged)
    const { status } = await call('POST /jobs', owner, { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public' })
    expect(status).toBe(201)
    await vi.waitFor(async () => expect(((await call(`GET /jobs/${id}`, owner)).body['job'] as Job).status).toBe('COMPLETED'), {
      timeout: 60_000,
      interval: 100,
    })
    const { body } = await call(`GET /jobs/${id}/assets`, owner)
    const assets = body['assets'] as { id: string; asset_type: string }[]
    const own: Record<string, Buffer> = {}
    for (const asset of assets) {
      const { body: download } = await call(`GET /jobs/${id}/assets/${asset.id}/download`, owner)
      const { bytes, etag } = await bytesAt(String(download['downloadUrl']))
      own[asset.asset_type] = bytes
      if (asset.asset_type === 'ORIGINAL') expect(etag).not.toBe((await bytesFor(id, undefined)).etag)
    }
    expect(own['ORIGINAL']?.equals(tagged)).toBe(true)
    // No other file of the video contains private data.
    for (const type of ['TRANSCODE_480', 'THUMBNAIL', 'GIF', 'STORYBOARD'])
      expect([type, hasTags(own[type] ?? tagged)]).toEqual([type, false])
    expect(hasTags((await bytesFor(id, undefined)).bytes)).toBe(false)
  })

  test('the same for a source from a URL', { timeout: 60_000 }, async () => {
    const { body } = await call('POST /jobs', owner, { inputSource: clips.url('tagged.mp4'), outputFormats: ['480p'] })
    const { id } = body['job'] as Job
    await vi.waitFor(async () => expect((await rowOf(id)).shared_key).toBe(`videos/${id}/shared/source.mp4`), { timeout: 50_000 })
    const { status, bytes } = await bytesFor(id, undefined)
    expect([status, hasTags(bytes)]).toEqual([200, false])
    // The next test counts files.
    expect(await ended(site, id)).toBe('COMPLETED')
  })

  test('counts towards the quota, is referenced by its row, and is deleted with its video', async () => {
    const counters = () => readCounters(site, owner.user.id, 'SHARED_ORIGINAL')
    const before = await counters()
    const id = await confirmed(tagged, 'public')
    const after = await counters()
    expect(after['owner'].bytes - before['owner'].bytes).toBe(2 * tagged.length)
    expect(after['kind'].bytes - (before['kind']?.bytes ?? 0)).toBe(tagged.length)
    await site.sql.query('select recount_tallies()')
    expect(await counters()).toEqual(after)
    expect(await filesOf(id)).toHaveLength(2)
    const { body } = await site.asAdmin('POST /admin/storage/optimize', { dryRun: true })
    expect(JSON.stringify(body)).not.toContain(id)
    await call(`DELETE /gallery/videos/${id}`, owner)
    expect((await counters())['owner']).toEqual(after['owner'])
    await call(`DELETE /trash/${id}`, owner)
    expect(await counters()).toEqual(before)
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), { timeout: 20_000 })
  })
})

test('an original without private data is not copied', async () => {
  const id = await confirmed(plain, 'public')
  const { original_key, shared_key, shared_bytes } = await rowOf(id)
  expect([shared_key, shared_bytes]).toEqual([original_key, 0])
  expect(await filesOf(id)).toHaveLength(1)
  expect((await bytesFor(id, undefined)).bytes.equals(plain)).toBe(true)
})

describe('an original that is not checked yet', () => {
  const forget = (id: string) =>
    site.sql.query(`update videos set shared_key = null, shared_bytes = 0, shared_checked_at = null where id = $1`, [id])

  test('is only for its owner and admins; for others the video is still processing', async () => {
    const id = await confirmed(tagged, 'public')
    const known = (await streamOf(id, undefined)).streamUrl
    await forget(id)
    const { status, body } = await streamOf(id, undefined)
    expect([status, body['status']]).toEqual([409, 'processing'])
    expect((await call(`GET /gallery/videos/${id}`, stranger)).body['video']).toMatchObject({ status: 'processing' })
    expect(JSON.stringify((await call('GET /gallery/videos?limit=100', undefined)).body)).not.toContain(id)
    await vi.waitFor(async () => expect((await bytesAt(known)).status).toBe(404))
    const asOwner = await streamOf(id, owner)
    expect(asOwner.body['expiresAt']).not.toBeNull()
    expect((await bytesAt(asOwner.streamUrl)).bytes.equals(tagged)).toBe(true)
  })

  test('is checked later, also after a killed process', { timeout: 30_000 }, async () => {
    const id = await confirmed(tagged, 'public')
    await forget(id)
    await site.sql.query(`update videos set created_at = now() - interval '1 hour' where id = $1`, [id])
    await vi.waitFor(async () => expect((await rowOf(id)).shared_bytes).toBe(tagged.length), { timeout: 20_000, interval: 200 })
    expect(hasTags((await bytesFor(id, undefined)).bytes)).toBe(false)
  })

  test('is never shared if it cannot be checked', async () => {
    const id = await confirmed(plain, 'public')
    const { original_key } = await rowOf(id)
    await forget(id)
    const path = join(site.product.dataDir, 'storage', 'objects', original_key)
    const bytes = await readFile(path)
    bytes.write('xxxx', bytes.indexOf('moov'))
    await writeFile(path, bytes)
    await site.sql.query(`update videos set created_at = now() - interval '1 hour' where id = $1`, [id])
    await vi.waitFor(async () => expect((await rowOf(id)).shared_checked_at).not.toBeNull(), { timeout: 20_000, interval: 200 })
    expect((await streamOf(id, undefined)).status).toBe(409)
    expect((await streamOf(id, owner)).status).toBe(200)
  })
})

import type { Job } from '@video-forge/contract/jobs'
import type { DuplicateOf } from '@video-forge/contract/metadata'
import { sentences } from '@video-forge/contract/sentences'
import { afterAll, expect, test, vi } from 'vitest'
import { clipFile, serveClips, smallClip } from '../../testing/media/clips.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { openSite } from '../../testing/site.ts'
import { ContentHash } from '../platform/content/content-hash.ts'

const other = [...smallClip, '-vf', 'negate']
const clips = await serveClips({ 'small.mp4': smallClip }, {})
const site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true' })
const [owner, stranger] = [await newUser(site.product, site.mailbox), await newUser(site.product, site.mailbox)]
const [clip, otherClip] = [await clipFile('small.mp4', smallClip), await clipFile('other.mp4', other)]
afterAll(async () => {
  await site.stop()
  await clips.close()
})

const call = async (key: string, body?: unknown, who: Session = owner) => {
  const answer = await site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const hashOf = (content: Buffer): string => {
  const hash = new ContentHash()
  hash.update(content)
  return hash.digest().toString('hex')
}
const storedHash = async (id: string) =>
  (await site.sql.query(`select encode(content_hash, 'hex') as hash from videos where id = $1`, [id])).rows[0]?.hash
const idOf = (s3Key: string) => s3Key.split('/')[1] ?? ''
const generate = (who?: Session) => call('POST /upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4' }, who)
const put = (url: unknown, content: Buffer) =>
  fetch(String(url), { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': 'video/mp4' } })

async function upload(content: Buffer, who?: Session): Promise<string> {
  const { uploadUrl, s3Key } = await generate(who)
  expect((await put(uploadUrl, content)).status).toBe(200)
  return String(s3Key)
}

/** By tus, in several requests. */
async function uploadInChunks(content: Buffer, chunks: number): Promise<string> {
  const { resumableUrl, s3Key } = await generate()
  const size = Math.ceil(content.length / chunks)
  for (let at = 0; at < content.length; at += size) {
    const isLast = at + size >= content.length
    const headers = {
      ...{ 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(at) },
      ...(isLast && { 'Upload-Length': String(content.length) }),
    }
    const body = new Uint8Array(content.subarray(at, at + size))
    expect((await fetch(String(resumableUrl), { method: 'PATCH', headers, body })).status).toBe(204)
  }
  return String(s3Key)
}

const confirm = async (s3Key: string, title: string, who?: Session) =>
  (await call('POST /upload/confirm', { s3Key, title }, who))['duplicateOf'] as DuplicateOf | null

const completed = (id: string) =>
  vi.waitFor(
    async () => {
      const job = (await call(`GET /jobs/${id}`))['job'] as Job
      expect(job.status).toBe('COMPLETED')
      return job
    },
    { timeout: 60_000, interval: 100 },
  )

test('every way into the site gives the same bytes the same hash', { timeout: 90_000 }, async () => {
  const person = await newUser(site.product, site.mailbox)
  const [whole, inChunks] = [await upload(clip), await uploadInChunks(clip, 3)]
  expect(await confirm(whole, 'In one request')).toBeNull()
  expect(await confirm(inChunks, 'In chunks')).toEqual({ id: idOf(whole), title: 'In one request', formats: [] })
  const { job } = await call('POST /jobs', { inputSource: clips.url('small.mp4'), outputFormats: ['480p'], title: 'From a URL' })
  const { id } = job as Job
  // What came from a URL is compared when it is here.
  expect((await completed(id)).notes).toContain(sentences.alreadyHave('In one request'))
  const ids = [idOf(whole), idOf(inChunks), id]
  for (const video of ids) expect(await storedHash(video)).toBe(hashOf(clip))

  const s3Key = await upload(otherClip)
  await call(`POST /gallery/videos/${id}/replace`, { s3Key })
  await completed(id)
  await vi.waitFor(async () => expect(await storedHash(id)).toBe(hashOf(otherClip)))
  for (const video of ids) await call(`DELETE /gallery/videos/${video}`)
  expect(await confirm(await upload(clip, person), 'Mine', person)).toBeNull()
})

test('a person learns of their own video before anything is published, and of nobody else’s', async () => {
  const first = await upload(clip, stranger)
  expect(await confirm(first, 'Of the stranger', stranger)).toBeNull()
  const mine = await upload(clip)
  expect(await confirm(mine, 'Mine')).toBeNull()
  const again = await upload(clip)
  const duplicateOf = { id: idOf(mine), title: 'Mine', formats: [] }
  expect(await call('POST /metadata/extract', { s3Key: again })).toMatchObject({ duplicateOf })
  expect(await confirm(again, 'Mine again')).toEqual(duplicateOf)
  const started = await call('POST /jobs', { inputSource: again, outputFormats: ['480p'] })
  expect(started['duplicateOf']).toEqual(duplicateOf)
  await completed(idOf(again))
  await call(`DELETE /gallery/videos/${idOf(mine)}`)
  const third = await upload(clip)
  expect(await call('POST /metadata/extract', { s3Key: third })).toMatchObject({
    duplicateOf: { id: idOf(again), title: 'Mine again', formats: ['480p'] },
  })
})

test('a file that is sent again to the same address has its own hash', async () => {
  const { uploadUrl, s3Key } = await generate()
  await put(uploadUrl, clip)
  await put(uploadUrl, otherClip)
  await confirm(String(s3Key), 'The second file')
  expect(await storedHash(idOf(String(s3Key)))).toBe(hashOf(otherClip))
})

test('a hash belongs to one file: what was put in place by a process that was killed has none', async () => {
  const { uploadUrl, s3Key } = await generate()
  await put(uploadUrl, clip)
  await site.sql.query(`update uploads set content = jsonb_set(content, '{etag}', '"of another file"') where s3_key = $1`, [s3Key])
  await confirm(String(s3Key), 'Unknown')
  expect(await storedHash(idOf(String(s3Key)))).toBeNull()
})

import { join } from 'node:path'
import type { Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../../testing/media/clips.ts'
import { newUser } from '../../../testing/people.ts'
import { openReplaceSite, type ReplaceSite, stopReplaceSite } from '../../../testing/replace-site.ts'
import { openSite } from '../../../testing/site.ts'
import { openLocalStorage } from '../../platform/storage/local-storage.ts'
import { deleteUnfinished } from '../../platform/unfinished-files.ts'
import { replaceFileSuite } from './replace-file.suite.ts'

const open = () =>
  openReplaceSite({}, ({ product }) =>
    openLocalStorage({ folder: join(product.dataDir, 'storage'), linkBase: 'http://localhost/storage', secret: 'secret' }),
  )

replaceFileSuite('local storage', open)

describe('what belongs to the file of a video', () => {
  let its: ReplaceSite
  beforeAll(async () => {
    its = await open()
  })
  afterAll(() => stopReplaceSite(its))

  const countedBytes = async () => {
    const query = `select sum(bytes)::int as bytes, sum(count)::int as count from tallies where kind = 'owner' and name = $1`
    return (await its.site.sql.query(query, [its.owner.user.id])).rows[0]
  }
  const chooseFrame = (id: string, isFrame: boolean) =>
    its.site.sql.query('update videos set thumbnail_key = $2, thumbnail_version = 1, thumbnail_is_frame = $3 where id = $1', [
      ...[id, `videos/${id}/thumbnail/a.jpg`, isFrame],
    ])

  test('chapters after its end and a thumbnail from it go; an uploaded picture, words, views and links stay', async () => {
    for (const isFrame of [true, false]) {
      const id = await its.publishedVideo('first', 'private')
      const chapters = [0, 1, 1.8].map((start) => ({ start, title: `At ${start}` }))
      const written = { description: 'Our launch', tags: ['launch'], chapters, allowDownload: false }
      expect((await its.call(`PATCH /gallery/videos/${id}`, its.owner, written)).status).toBe(200)
      await chooseFrame(id, isFrame)
      await its.site.sql.query('update videos set view_count = 7 where id = $1', [id])
      const { body } = await its.call(`POST /gallery/videos/${id}/links`, its.owner, {})
      const link = new URL((body['link'] as { url: string }).url).searchParams.get('link')

      await its.replace(id, await its.upload())
      const claim = await its.claim(id)
      const facts = { width: 8, height: 8, videoCodec: 'h264', audioCodec: null, audioLanguage: null, originalMime: null }
      await its.ledger.noteSource(claim, { duration: 1.5, ...facts })
      await its.publish(claim, 'second')
      const seen = await its.call(`GET /gallery/videos/${id}?link=${link}`, undefined)
      expect(seen.body['video']).toMatchObject({
        ...{ description: 'Our launch', tags: ['launch'], views: 7, visibility: 'private', allowDownload: false },
        ...{ chapters: chapters.slice(0, 2), hasChosenThumbnail: !isFrame },
      })
    }
  })

  test('counts towards the storage of its owner while both exist, and is refused without space', async () => {
    const id = await its.publishedVideo('first')
    const before = await countedBytes()
    const s3Key = await its.upload()
    await its.replace(id, s3Key)
    const both = await countedBytes()
    expect(both.bytes).toBeGreaterThan(before.bytes)
    await sql`select recount_tallies()`.execute(its.database.db)
    expect(await countedBytes()).toEqual(both)
    await its.call(`POST /jobs/${id}/cancel`, its.owner)
    expect(await countedBytes()).toEqual(before)

    const next = await its.upload()
    await its.site.asAdmin(`PUT /admin/users/${its.owner.user.id}/quota`, { quotaBytes: before.bytes + 10, quotaJobs: null })
    const refused = await its.replace(id, next)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Your storage is full.')])
    await its.site.asAdmin(`PUT /admin/users/${its.owner.user.id}/quota`, { quotaBytes: null, quotaJobs: null })
    expect((await its.replace(id, next)).status).toBe(200)
    await its.publish(await its.claim(id), 'second')
    const after = await countedBytes()
    await sql`select recount_tallies()`.execute(its.database.db)
    expect(await countedBytes()).toEqual(after)
  })

  test('a worker of the version before cannot claim the job', async () => {
    const id = await its.publishedVideo('first')
    await its.replace(id, await its.upload())
    const asBefore = () =>
      its.site.sql.query(`update jobs set status = 'DOWNLOADING', takes = takes + 1, attempts = attempts + 1 where id = $1`, [id])
    expect((await asBefore()).rowCount).toBe(0)
    const claim = await its.claim(id)
    expect(claim).toMatchObject({ leaseNumber: 2, isReplacement: true })
    await its.ledger.handBack(claim, { counts: false })
    expect((await asBefore()).rowCount).toBe(0)
  })

  test('a worker that never got the answer to its publication deletes nothing of it', async () => {
    const { body } = await its.call('POST /jobs', its.owner, { inputSource: await its.upload(), outputFormats: ['480p'] })
    const { id } = body['job'] as Job
    const first = await its.claim(id)
    await its.publish(first, 'first')
    await its.replace(id, await its.upload())
    const second = await its.claim(id)
    expect([await its.ledger.isPublished(first), await its.ledger.isPublished(second)]).toEqual([true, false])
  })

  test('after a crash between the move and the commit the call can be repeated, or the file is deleted', async () => {
    const id = await its.publishedVideo('first')
    const leftBehind = async () => {
      const s3Key = await its.upload()
      const key = `videos/${id}/original/${s3Key.split('/')[1]}/source.mp4`
      await its.site.sql.query('insert into unfinished_files (key) values ($1)', [key])
      await its.storage.move(s3Key, key)
      return { s3Key, key }
    }
    const repeated = await leftBehind()
    expect((await its.replace(id, repeated.s3Key)).status).toBe(200)
    const forgotten = await leftBehind()
    await its.site.sql.query(`update unfinished_files set started_at = now() - interval '2 hours'`)
    while (await deleteUnfinished(its.database.db, its.storage));
    expect(await its.storage.head(forgotten.key)).toBeUndefined()
    expect(await its.storage.head(repeated.key)).toBeDefined()
  })
})

test('a real worker makes the new version without the private data of its file, and a failed one harms nothing', {
  timeout: 120_000,
}, async () => {
  const site = await openSite()
  const owner = await newUser(site.product, site.mailbox)
  const call = (key: string, body?: unknown) => site.product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
  const upload = async (content: Buffer) => {
    const { body } = await call('POST /upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4' })
    await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': 'video/mp4' } })
    return String(body['s3Key'])
  }
  const completed = (id: string) =>
    vi.waitFor(async () => expect(((await call(`GET /jobs/${id}`)).body['job'] as Job).status).toBe('COMPLETED'), {
      ...{ timeout: 60_000, interval: 100 },
    })
  const original = async (id: string) => {
    const { body } = await site.product.call(`GET /gallery/videos/${id}/stream?quality=original`)
    return Buffer.from(await (await fetch(String(body['streamUrl']))).arrayBuffer())
  }
  const plain = await clipFile('plain.mp4', smallClip)
  const tagged = await clipFile('tagged.mp4', [...smallClip, '-vf', 'negate', '-metadata', 'artist=Jane Doe'])
  try {
    const started = await call('POST /jobs', { inputSource: await upload(plain), outputFormats: ['480p'], visibility: 'public' })
    const { id } = started.body['job'] as Job
    await completed(id)
    expect((await original(id)).equals(plain)).toBe(true)
    expect((await call(`POST /gallery/videos/${id}/replace`, { s3Key: await upload(tagged) })).status).toBe(200)
    await completed(id)
    await vi.waitFor(async () => expect((await original(id)).length).toBe(tagged.length), { timeout: 30_000 })
    expect((await original(id)).includes('Jane Doe')).toBe(false)
    const { body } = await call(`GET /gallery/videos/${id}/downloads`)
    const downloads = body['downloads'] as { quality: string; url: string }[]
    const own = await fetch(String(downloads.find(({ quality }) => quality === 'original')?.url))
    expect(Buffer.from(await own.arrayBuffer()).equals(tagged)).toBe(true)

    // A version that does not fit: the worker deletes its own files and nothing else.
    const noise = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=3,noise=alls=40:allf=t', '-pix_fmt', 'yuv420p']
    const large = await clipFile('large.mp4', [...noise, '-c:v', 'libx264', '-preset', 'ultrafast'])
    const s3Key = await upload(large)
    const counted = await site.sql.query(`select sum(bytes)::int as bytes from tallies where kind = 'owner' and name = $1`, [owner.user.id])
    const quotaBytes = counted.rows[0].bytes + large.length + 1000
    await site.asAdmin(`PUT /admin/users/${owner.user.id}/quota`, { quotaBytes, quotaJobs: null })
    expect((await call(`POST /gallery/videos/${id}/replace`, { s3Key })).status).toBe(200)
    const failed = await vi.waitFor(
      async () => {
        const job = (await call(`GET /jobs/${id}`)).body['job'] as Job
        expect(job.status).toBe('FAILED')
        return job
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(failed).toMatchObject({ error_cause: 'over-quota', error_text: expect.stringContaining(sentences.versionStays) })
    for (const { url } of downloads) expect((await fetch(url)).status).toBe(200)
  } finally {
    await site.stop()
  }
})

import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../testing/media/clips.ts'
import { useShortSample } from '../testing/media/short-sample.ts'
import { newUser, signInAdmin } from '../testing/people.ts'
import { startProductWithMail } from '../testing/product-with-mail.ts'
import { connectSql } from '../testing/services/sql-client.ts'

const { product, mailbox } = await startProductWithMail()
await useShortSample(product.dataDir)
const sql = await connectSql(product)
const owner = await newUser(product, mailbox)
const clip = await clipFile('small.mp4', smallClip)

const call = (key: string, body?: unknown) => product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
const outputFormats = ['480p']

async function upload(): Promise<{ s3Key: string; id: string }> {
  const { body } = await call('POST /upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4' })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  return { s3Key, id: s3Key.split('/')[1] ?? '' }
}

const asVisitor = async (id: string) => (await product.call(`GET /gallery/videos/${id}`)).status
const asOwner = async (id: string) => (await call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails

describe('what a later call leaves out keeps its value', () => {
  test('a private upload stays private, with its title and description, when its job says nothing of them', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, title: 'Birthday', description: 'At home', visibility: 'private' })
    expect((await call('POST /jobs', { inputSource: s3Key, outputFormats })).status).toBe(201)
    expect(await asVisitor(id)).toBe(404)
    expect(await asOwner(id)).toMatchObject({ visibility: 'private', title: 'Birthday', description: 'At home' })
  })

  test('a public one stays public', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'public' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats })
    expect(await asVisitor(id)).toBe(200)
  })

  test('an upload whose owner never said who may see it is private, whichever call makes the video', async () => {
    const confirmed = await upload()
    await call('POST /upload/confirm', { s3Key: confirmed.s3Key })
    const adopted = await upload()
    await call('POST /jobs', { inputSource: adopted.s3Key, outputFormats })
    for (const { id } of [confirmed, adopted]) expect([await asVisitor(id), (await asOwner(id)).visibility]).toEqual([404, 'private'])
  })

  test('a second confirmation, a change of the title and a retry widen nothing', async () => {
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'private' })
    await call('POST /upload/confirm', { s3Key, visibility: 'public', title: 'Other' })
    await call(`PATCH /gallery/videos/${id}`, { title: 'Renamed' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats })
    await call(`POST /jobs/${id}/cancel`)
    await call(`POST /jobs/${id}/retry`)
    expect(await asOwner(id)).toMatchObject({ visibility: 'private', title: 'Renamed' })
    expect(await asVisitor(id)).toBe(404)
  })

  test('a video that a job makes is public unless its owner says otherwise, and what is said counts', async () => {
    const { body } = await call('POST /jobs', { inputSource: 'local-sample.mp4', outputFormats })
    expect((body['job'] as Job).visibility).toBe('public')
    const { s3Key, id } = await upload()
    await call('POST /upload/confirm', { s3Key, visibility: 'private' })
    await call('POST /jobs', { inputSource: s3Key, outputFormats, visibility: 'public', title: 'Said' })
    expect([await asVisitor(id), (await asOwner(id)).title]).toEqual([200, 'Said'])
  })
})

describe('an address ends with the right behind it', () => {
  let id: string
  beforeAll(async () => {
    const uploaded = await upload()
    id = uploaded.id
    await call('POST /upload/confirm', { s3Key: uploaded.s3Key, visibility: 'private' })
  })

  const newLink = async (expiresInHours = 24) => {
    const { body } = await call(`POST /gallery/videos/${id}/links`, { expiresInHours })
    const link = body['link'] as { id: string; url: string }
    return { id: link.id, secret: new URL(link.url).searchParams.get('link') ?? '' }
  }
  const streamBy = async (secret: string, token?: string) => {
    const { status, body } = await product.call(`GET /gallery/videos/${id}/stream?quality=original&link=${secret}`, {
      ...(token && { token }),
    })
    return { status, streamUrl: String(body['streamUrl']), expiresAt: String(body['expiresAt']) }
  }
  const bytes = async (url: string) => (await fetch(url, { headers: { Range: 'bytes=0-9' } })).status

  test('an answer that is being made while the link is revoked gives no access', async () => {
    await sql.query(`update videos set status = 'ready' where id = $1`, [id])
    const { id: linkId, secret } = await newLink()
    // The answer waits here for the job's row, with the video already looked at.
    await sql.query('begin')
    await sql.query('lock table jobs in access exclusive mode')
    const asked = product.call(`GET /gallery/videos/${id}?link=${secret}`)
    await vi.waitFor(async () => {
      const { rows } = await sql.query(`select from pg_locks where relation = 'jobs'::regclass and not granted`)
      expect(rows.length).toBeGreaterThan(0)
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await call(`DELETE /gallery/videos/${id}/links/${linkId}`)).body['result']).toEqual({ revoked: 1 })
    await sql.query('commit')
    const { thumbnailUrl } = (await asked).body['video'] as VideoDetails
    expect(thumbnailUrl).toContain(linkId)
    expect(await bytes(String(thumbnailUrl).replace('thumbnail.jpg', 'original'))).toBe(404)
    await sql.query(`update videos set status = 'uploaded' where id = $1`, [id])
  })

  test('however many ask for the stream while links are revoked', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: linkId, secret } = await newLink()
      const asking = Array.from({ length: 8 }, () => streamBy(secret))
      const revoking = call(`DELETE /gallery/videos/${id}/links/${linkId}`)
      const answers = await Promise.all(asking)
      await revoking
      for (const { status, streamUrl } of answers) if (status === 200) expect(await bytes(streamUrl)).toBe(404)
    }
  })

  test('a link that has run out ends its addresses, which never say that they last longer', async () => {
    const { id: linkId, secret } = await newLink()
    await sql.query(`update share_links set expires_at = now() + interval '100 seconds' where id = $1`, [linkId])
    const { streamUrl, expiresAt } = await streamBy(secret)
    expect(await bytes(streamUrl)).toBe(206)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(100_000)
    await sql.query(`update share_links set expires_at = now() - interval '1 second' where id = $1`, [linkId])
    expect(await bytes(streamUrl)).toBe(404)
    expect((await streamBy(secret)).status).toBe(404)
  })

  test('links that have run out do not count as open, and many at once make no more than may be', async () => {
    await sql.query('delete from share_links')
    await sql.query(
      `insert into share_links (id, video_id, token_hash, expires_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), now() - interval '1 hour' from generate_series(1, 60) n`,
      [id],
    )
    expect((await call(`POST /gallery/videos/${id}/links`, {})).status).toBe(201)
    const made = await Promise.all(Array.from({ length: 60 }, () => call(`POST /gallery/videos/${id}/links`, {})))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(49)
    expect(made.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'CONFLICT' })
    await call(`DELETE /gallery/videos/${id}/links`)
  })

  test('what an admin was given ends when they are no admin any more, and what anybody was given when they are shut out', async () => {
    const admin = await signInAdmin(product)
    const asAdmin = (await streamBy('', admin.tokens.idToken)).streamUrl
    const asTheOwner = (await streamBy('', owner.tokens.idToken)).streamUrl
    expect([await bytes(asAdmin), await bytes(asTheOwner)]).toEqual([206, 206])
    await sql.query(`update users set groups = '{user}' where id = $1`, [admin.user.id])
    await sql.query(`update users set disabled_at = now() where id = $1`, [owner.user.id])
    try {
      expect([await bytes(asAdmin), await bytes(asTheOwner)]).toEqual([404, 404])
    } finally {
      await sql.query(`update users set groups = '{admin}' where id = $1`, [admin.user.id])
      await sql.query(`update users set disabled_at = null where id = $1`, [owner.user.id])
    }
    expect([await bytes(asAdmin), await bytes(asTheOwner)]).toEqual([206, 206])
  })
})

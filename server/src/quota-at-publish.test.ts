import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { failureWords } from '@video-forge/contract/rules/jobs/job-failures'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { clipFile, smallClip } from '../testing/media/clips.ts'
import { newUser, type Session } from '../testing/people.ts'
import { openTestDatabase } from '../testing/services/test-database.ts'
import { openSite, type Site } from '../testing/site.ts'
import { refuseAboveQuota } from './admin/users/quotas.ts'
import { createWorkLedger } from './pipeline/work-ledger.ts'
import { newId } from './platform/database/new-id.ts'

describe('the files of a job that do not fit', () => {
  let site: Site
  let person: Session
  let clip: Buffer
  beforeAll(async () => {
    site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true' })
    clip = await clipFile('small.mp4', smallClip)
  })
  afterAll(() => site.stop())

  const call = (key: string, body?: unknown) =>
    site.product.call(key, { token: person.tokens.idToken, ...(body !== undefined && { body }) })
  const allow = (quotaBytes: number) => site.asAdmin(`PUT /admin/users/${person.user.id}/quota`, { quotaBytes, quotaJobs: null })
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const job = (await call(`GET /jobs/${id}`)).body['job'] as Record<string, unknown>
        expect(['COMPLETED', 'FAILED']).toContain(job['status'])
        return job
      },
      { timeout: 60_000, interval: 100 },
    )
  const filesOf = async (id: string) =>
    (
      await readdir(join(site.product.dataDir, 'storage', 'objects', 'videos', id), { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
    )
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  const countedBytes = async () =>
    Number(
      (await site.sql.query(`select sum(bytes) as bytes from tallies where kind = 'owner' and name = $1`, [person.user.id])).rows[0].bytes,
    )

  test('are not kept; the original is still watched, and with a larger quota the same job is done', { timeout: 60_000 }, async () => {
    person = await newUser(site.product, site.mailbox)
    await allow(clip.length + 1000)
    const { body } = await call('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', size: clip.length })
    const { s3Key = '', uploadUrl = '' } = body as Record<string, string>
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
    const made = await call('POST /jobs', { inputSource: s3Key, outputFormats: ['480p'] })
    expect(made.status).toBe(201)
    const id = s3Key.split('/')[1] ?? ''
    expect(await ended(id)).toMatchObject({
      status: 'FAILED',
      error_cause: 'over-quota',
      error_text: expect.stringContaining('more space'),
    })
    expect(failureWords['over-quota'].nextStep).toContain('Delete videos')
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual(['source.mp4']))
    expect(await countedBytes()).toBe(clip.length)
    expect((await call(`GET /gallery/videos/${id}`)).body['video']).toMatchObject({ status: 'uploaded' })
    expect((await fetch(String((await call(`GET /gallery/videos/${id}/stream`)).body['streamUrl']))).status).toBe(200)

    await allow(50_000_000)
    expect((await call(`POST /jobs/${id}/retry`)).status).toBe(200)
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED' })
    const { rows } = await site.sql.query('select sum(file_size) as bytes from assets where job_id = $1', [id])
    expect(await countedBytes()).toBe(Number(rows[0].bytes))
  })

  test('of an address that alone is too large: nothing of it stays', { timeout: 60_000 }, async () => {
    person = await newUser(site.product, site.mailbox)
    await allow(clip.length - 1)
    const server = createServer((_request, response) => response.end(clip))
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const made = await call('POST /jobs', { inputSource: `http://127.0.0.1:${port}/film.mp4`, outputFormats: ['480p'] })
    const { id } = made.body['job'] as { id: string }
    expect(await ended(id)).toMatchObject({ status: 'FAILED', error_cause: 'over-quota' })
    expect([await filesOf(id), await countedBytes()]).toEqual([[], 0])
    // The same with a quota for the original alone: it counts, whether its job is done or not.
    await allow(clip.length + 1000)
    await call(`POST /jobs/${id}/retry`)
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual(['source.mp4']), { timeout: 30_000 })
    await ended(id)
    expect(await countedBytes()).toBe(clip.length)
  })
})

test('of jobs that end at the same moment only those are published that fit together', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const user_id = newId()
  const name = 'maker'
  const row = { username: name, username_key: name, email: 'm@example.com', email_key: 'm@example.com', groups: ['user' as const] }
  await db
    .insertInto('users')
    .values({ id: user_id, ...row })
    .execute()
  await db.updateTable('users').set({ quota_bytes: 2500 }).where('id', '=', user_id).execute()
  const ledger = createWorkLedger(db, { mayKeep: refuseAboveQuota })
  const claims = []
  for (let i = 0; i < 8; i += 1) {
    const id = newId()
    await db.insertInto('videos').values({ id, user_id, title: 'x', visibility: 'private', status: 'processing' }).execute()
    await db
      .insertInto('jobs')
      .values({ id, user_id, input_source: 'x', output_formats: ['480p'], status: 'PENDING', turn: i, stage: 'Waiting' })
      .execute()
    claims.push(await ledger.claim(id))
  }
  const asset = {
    type: 'TRANSCODE_480' as const,
    key: 'k',
    filename: 'f',
    contentType: 'video/mp4',
    size: 1000,
    width: 1,
    height: 1,
    details: {},
  }
  const outcomes = await Promise.allSettled(claims.map((claim) => claim && ledger.publish(claim, { assets: [asset], notes: [] })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'QUOTA_REACHED' })
  const { bytes } = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.sum<string>('file_size').as('bytes'))
    .executeTakeFirstOrThrow()
  expect(Number(bytes)).toBe(2000)
})

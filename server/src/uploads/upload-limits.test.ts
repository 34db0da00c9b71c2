import { once } from 'node:events'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../testing/media/clips.ts'
import { newUser, type Session, signInAdmin } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { newId } from '../platform/database/new-id.ts'

const maxUploadBytes = 2_000_000

const environment = { MAX_UPLOAD_BYTES: String(maxUploadBytes), AUTH_SECRET: 's'.repeat(32) }
const { product, mailbox } = await startProductWithMail(environment)
/** A second process of the same site. */
const other = await startProduct({
  ...environment,
  SMTP_URL: mailbox.url,
  DATABASE_URL: product.databaseUrl,
  DATA_DIR: product.dataDir,
  ROLE: 'api',
})
afterAll(() => other.stop({ keepData: true }))
const admin = await signInAdmin(product)
const clip = await clipFile('small.mp4', smallClip)

interface Generated {
  uploadUrl: string
  s3Key: string
  resumableUrl: string
}

const call = (who: Session, key: string, body?: unknown, site = product) =>
  site.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
const ask = (who: Session, size?: number, site = product) =>
  call(who, 'POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', ...(size !== undefined && { size }) }, site)
async function generate(who: Session, size?: number, site = product): Promise<Generated> {
  const { status, body } = await ask(who, size, site)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Generated
}
const put = (url: string, content: Buffer) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': 'video/mp4' } })
const allow = (who: Session, quotaBytes: number) => call(admin, `PUT /admin/users/${who.user.id}/quota`, { quotaBytes, quotaJobs: null })
const idOf = (s3Key: string) => s3Key.split('/')[1] ?? ''
const stored = (...path: string[]) => join(product.dataDir, 'storage', ...path)
const incoming = () => readdir(stored('incoming'))
const filesOf = async (s3Key: string) => (await readdir(stored('objects'), { recursive: true })).filter((path) => path.startsWith(s3Key))

/** A PUT whose first half has arrived. */
async function beginPut(
  url: string,
): Promise<{ request: ClientRequest; finish: () => Promise<{ status: number | undefined; body: string }> }> {
  const before = (await incoming()).length
  const request = httpRequest(url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Content-Length': clip.length } })
  const answered: Promise<IncomingMessage[]> = once(request, 'response')
  answered.catch(() => {})
  request.write(clip.subarray(0, clip.length / 2))
  await vi.waitFor(async () => expect((await incoming()).length).toBe(before + 1))
  const finish = async () => {
    request.end(clip.subarray(clip.length / 2))
    const [response] = await answered
    return { status: response?.statusCode, body: response ? await text(response) : '' }
  }
  return { request, finish }
}

describe('reservations of open uploads', () => {
  test('without an announced size the maximum is reserved', async () => {
    const person = await newUser(product, mailbox)
    await allow(person, maxUploadBytes * 2 + 500_000)
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push(await ask(person))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409, 409])
    expect(answers[3]?.body).toMatchObject({ code: 'QUOTA_REACHED', message: expect.stringContaining('discard unfinished uploads') })
    // The third reserves the rest, and accepts no more than that.
    const last = answers[2]?.body as unknown as Generated
    expect((await put(last.uploadUrl, Buffer.alloc(500_001))).status).toBe(409)
    expect((await put(last.uploadUrl, Buffer.alloc(400_000))).status).toBe(200)
    // Now it reserves the received size, and the rest is free.
    expect([await ask(person, 100_001), await ask(person, 100_000)].map(({ status }) => status)).toEqual([409, 200])
    // A larger file in its place reserves more again.
    expect((await put(last.uploadUrl, Buffer.alloc(400_001))).status).toBe(409)
  })

  test('concurrent requests do not exceed the quota together', async () => {
    const person = await newUser(product, mailbox)
    await allow(person, maxUploadBytes * 3)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('without a quota their number is limited', async () => {
    const person = await newUser(product, mailbox)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.body.message]).toEqual([429, expect.stringContaining('Too many uploads are open')])
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('rejects a file that is larger than announced', async () => {
    const person = await newUser(product, mailbox)
    const { uploadUrl, s3Key } = await generate(person, 1000)
    const answer = await put(uploadUrl, Buffer.alloc(1001))
    expect([answer.status, await answer.json()]).toMatchObject([413, { message: 'The file is larger than announced.' }])
    expect(await filesOf(s3Key)).toEqual([])
    expect((await put(uploadUrl, Buffer.alloc(1000))).status).toBe(200)
  })
})

describe('one link', () => {
  test('accepts one file at a time, across processes', async () => {
    const person = await newUser(product, mailbox)
    const { uploadUrl, s3Key } = await generate(person)
    const { finish } = await beginPut(uploadUrl)
    const elsewhere = uploadUrl.replace(new URL(uploadUrl).origin, other.url)
    for (const url of [uploadUrl, elsewhere]) {
      const second = await put(url, clip)
      expect([second.status, await second.json()]).toMatchObject([409, { message: expect.stringContaining('already being uploaded') }])
    }
    expect((await finish()).status).toBe(200)
    expect((await put(elsewhere, clip)).status).toBe(200)
    expect(await filesOf(s3Key)).toHaveLength(1)
  })

  test('can be used again after a client disconnected', async () => {
    const person = await newUser(product, mailbox)
    const { uploadUrl } = await generate(person)
    const { request } = await beginPut(uploadUrl)
    request.on('error', () => {})
    request.destroy()
    await vi.waitFor(async () => expect((await put(uploadUrl, clip)).status).toBe(200))
  })

  test('is superseded by a resumable upload of the same file', async () => {
    const person = await newUser(product, mailbox)
    const { uploadUrl, resumableUrl, s3Key } = await generate(person, clip.length)
    const { request } = await beginPut(uploadUrl)
    request.on('error', () => {})
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
    const sent = await fetch(resumableUrl, { method: 'PATCH', headers, body: new Uint8Array(clip) })
    expect(sent.status).toBe(204)
    expect(await filesOf(s3Key)).toHaveLength(1)
    request.destroy()
  })
})

describe('files that arrive too late', () => {
  test('of a discarded upload: it is stopped, and nothing stays', async () => {
    const person = await newUser(product, mailbox)
    for (const origin of [product.url, other.url]) {
      const { uploadUrl, s3Key } = await generate(person)
      const { finish } = await beginPut(uploadUrl.replace(new URL(uploadUrl).origin, origin))
      expect((await call(person, `DELETE /upload/${idOf(s3Key)}`)).status).toBe(200)
      await vi.waitFor(async () => expect(await incoming()).toEqual([]))
      const late = await finish().catch(() => ({ status: 404 }))
      expect(late.status).toBe(404)
      expect(await filesOf(s3Key)).toEqual([])
    }
  })

  test('of a confirmed upload: the video does not change', async () => {
    const person = await newUser(product, mailbox)
    const { uploadUrl, s3Key } = await generate(person)
    expect((await put(uploadUrl, clip)).status).toBe(200)
    const { finish } = await beginPut(uploadUrl)
    expect((await call(person, 'POST /upload/confirm', { s3Key })).status).toBe(201)
    const late = await finish()
    expect([late.status, late.body]).toEqual([404, expect.stringContaining('This upload has ended.')])
    expect([await filesOf(s3Key), await incoming()]).toEqual([[], []])
  })

  test('of a resumable upload: the file is not stored, and its parts are removed', async () => {
    const person = await newUser(product, mailbox)
    const { resumableUrl, s3Key } = await generate(person, clip.length)
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(clip.length),
    }
    const request = httpRequest(resumableUrl, { method: 'PATCH', headers })
    request.on('error', () => {})
    request.write(clip.subarray(0, 1000))
    const storedParts = async () => (await readdir(stored('resumable'))).filter((name) => name.startsWith(idOf(s3Key)))
    await vi.waitFor(async () => expect((await storedParts()).length).toBeGreaterThan(0))
    // The row is deleted without a notice to the sender, as with a deleted account.
    const client = new Client({ connectionString: product.databaseUrl })
    await client.connect()
    await client.query('delete from uploads where id = $1', [idOf(s3Key)])
    await client.end()
    request.end(clip.subarray(1000))
    await once(request, 'response').catch(() => {})
    await vi.waitFor(async () => expect([await filesOf(s3Key), await storedParts()]).toEqual([[], []]))
  })
})

test('files without an upload are removed; needed and new ones stay', { timeout: 60_000 }, async () => {
  const first = await startProduct({ SMTP_URL: mailbox.url })
  const stored = (...path: string[]) => join(first.dataDir, 'storage', ...path)
  const person = await newUser(first, mailbox)
  const open = await generate(person, undefined, first)
  expect((await put(open.uploadUrl, clip)).status).toBe(200)
  const confirmed = await generate(person, undefined, first)
  expect((await put(confirmed.uploadUrl, clip)).status).toBe(200)
  expect((await call(person, 'POST /upload/confirm', { s3Key: confirmed.s3Key }, first)).status).toBe(201)
  const old = async (path: string, minutes: number) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'x', { flag: 'a' })
    const at = Date.now() / 1000 - minutes * 60
    await utimes(path, at, at)
    return path
  }
  const needed = [await old(stored('objects', open.s3Key), 90), await old(stored('resumable', `${idOf(open.s3Key)}.json`), 90)]
  const young = [
    await old(stored('objects', 'uploads', newId(), 'source.mp4'), 30),
    await old(stored('incoming', newId()), 30),
    await old(stored('resumable', newId()), 30),
  ]
  const strays = [
    await old(stored('objects', confirmed.s3Key), 90),
    await old(stored('objects', 'uploads', newId(), 'source.mp4'), 90),
    await old(stored('incoming', newId()), 90),
    await old(stored('resumable', newId()), 90),
    await old(stored('resumable', `${newId()}.json`), 90),
  ]
  await first.stop({ keepData: true })
  const second = await startProduct({ DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir })
  const present = async (paths: string[]) => {
    const there = new Set((await readdir(stored(), { recursive: true })).map((name) => stored(name)))
    return paths.filter((path) => there.has(path))
  }
  try {
    await vi.waitFor(async () => expect(await present(strays)).toEqual([]), { timeout: 20_000 })
  } finally {
    await second.stop({ keepData: true })
  }
  expect(await present([...needed, ...young])).toEqual([...needed, ...young])
  await rm(first.dataDir, { recursive: true, force: true })
})

import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { streamOf, textOf } from '../../../testing/media/bytes.ts'
import { openServedStorage } from '../../../testing/services/storage-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

async function open() {
  const folder = await temporaryFolder()
  const { storage, origin } = await openServedStorage(folder)
  await storage.put('digits', streamOf('0123456789'))
  return { storage, origin, incoming: () => readdir(join(folder, 'incoming')) }
}

/** The link with one part of its query or its path changed. */
function altered(link: string, change: (url: URL) => void): string {
  const url = new URL(link)
  change(url)
  return url.href
}

describe('a read link', () => {
  test('has a tag with which an unchanged object is not sent again', async () => {
    const { storage } = await open()
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60 })
    const etag = (await fetch(link)).headers.get('etag') ?? ''
    const same = await fetch(link, { headers: { 'If-None-Match': etag } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    await storage.put('digits', streamOf('9876543210'))
    expect((await fetch(link, { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })

  test('gives the part asked for only of the object it was asked of', async () => {
    const { storage } = await open()
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60 })
    const etag = (await fetch(link)).headers.get('etag') ?? ''
    expect((await fetch(link, { headers: { Range: 'bytes=0-1', 'If-Range': etag } })).status).toBe(206)
    const changed = await fetch(link, { headers: { Range: 'bytes=0-1', 'If-Range': '"another"' } })
    expect([changed.status, await changed.text()]).toEqual([200, '0123456789'])
  })

  test('names the size when a range lies outside', async () => {
    const { storage } = await open()
    const answer = await fetch(await storage.linkToRead('digits', { expiresInSeconds: 60 }), { headers: { Range: 'bytes=10-' } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([416, 'bytes */10', ''])
  })

  test('answers HEAD with the headers of the object and no bytes', async () => {
    const { storage } = await open()
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60, contentType: 'video/mp4' })
    const answer = await fetch(link, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe('10')
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('etag')).toBe((await storage.head('digits'))?.etag)
  })

  test('to an object that is gone says so', async () => {
    const { storage } = await open()
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60 })
    await storage.delete('digits')
    expect((await fetch(link)).status).toBe(404)
  })

  test('is rejected once it has expired', async () => {
    const { storage } = await open()
    const links = await Promise.all([0, -1, -3600].map((expiresInSeconds) => storage.linkToRead('digits', { expiresInSeconds })))
    const answers = await Promise.all(links.map((link) => fetch(link)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await answers[0]?.text()).not.toContain('0123456789')
  })

  test.each<[string, (url: URL) => void]>([
    ['another key', (url) => Object.assign(url, { pathname: '/storage/secrets' })],
    ['a longer key', (url) => Object.assign(url, { pathname: `${url.pathname}/x` })],
    ['another method', (url) => url.searchParams.set('method', 'PUT')],
    ['a later end', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))],
    ['another name', (url) => url.searchParams.set('filename', 'virus.exe')],
    ['no name', (url) => url.searchParams.delete('filename')],
    ['another type', (url) => url.searchParams.set('type', 'text/html')],
    ['a limit', (url) => url.searchParams.set('max', '1')],
    ['a signature of nothing', (url) => url.searchParams.set('signature', '')],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['a signature cut short', (url) => url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, -4) ?? '')],
    ['no query', (url) => Object.assign(url, { search: '' })],
  ])('with %s does not exist', async (_what, change) => {
    const { storage } = await open()
    await storage.put('secrets', streamOf('0123456789'))
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60, filename: 'film.mp4', contentType: 'video/mp4' })
    expect((await fetch(link)).status).toBe(200)
    const answer = await fetch(altered(link, change))
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('0123456789')
  })

  test('with one bit of the signature turned does not exist', async () => {
    const { storage } = await open()
    const link = await storage.linkToRead('digits', { expiresInSeconds: 60 })
    const turned = altered(link, ({ searchParams }) => {
      const signature = Buffer.from(searchParams.get('signature') ?? '', 'base64url')
      signature.writeUInt8(signature.readUInt8(0) ^ 1, 0)
      searchParams.set('signature', signature.toString('base64url'))
    })
    expect((await fetch(turned)).status).toBe(404)
  })

  test.each(['/storage/%', '/storage/%E0%A4%A', '/storage/..%2f..%2fetc%2fpasswd', '/storage/', '/storage/a%00b'])(
    'never comes of %s',
    async (path) => {
      const { origin } = await open()
      const answer = await fetch(`${origin}${path}?method=GET&expires=99999999999&signature=x`)
      expect([400, 404]).toContain(answer.status)
    },
  )
})

describe('a write link', () => {
  const options = { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 1_000_000 }
  const put = (link: string, body: string | Buffer, type = 'video/mp4') =>
    fetch(link, { method: 'PUT', body, headers: { 'Content-Type': type } })

  test('accepts only the type it was made for', async () => {
    const { storage } = await open()
    const link = await storage.linkToWrite('upload', options)
    expect((await put(link, '<script>', 'text/html')).status).toBe(415)
    expect(await storage.head('upload')).toBeUndefined()
    expect((await put(link, 'film')).status).toBe(200)
    expect(await textOf(await storage.get('upload'))).toBe('film')
  })

  test('accepts a JSON body as a file', async () => {
    const { storage } = await open()
    const link = await storage.linkToWrite('upload', { ...options, contentType: 'application/json' })
    expect((await put(link, '{not json', 'application/json')).status).toBe(200)
    expect(await textOf(await storage.get('upload'))).toBe('{not json')
  })

  test('accepts bytes up to its limit, and rejects a longer body by its Content-Length', async () => {
    const { storage, incoming } = await open()
    const link = await storage.linkToWrite('upload', options)
    const answer = await put(link, Buffer.alloc(1_000_001))
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'TOO_LARGE', message: 'File size must be less than 976KB' }),
    ])
    expect([await storage.head('upload'), await incoming()]).toEqual([undefined, []])
    expect((await put(link, Buffer.alloc(1_000_000))).status).toBe(200)
  })

  test('stops a body without Content-Length at the limit', async () => {
    const { storage, incoming } = await open()
    const link = await storage.linkToWrite('upload', options)
    const answer = await sendChunked(link, 8_000_000)
    expect([answer.statusCode, JSON.parse((await buffer(answer)).toString())]).toEqual([
      413,
      expect.objectContaining({ code: 'TOO_LARGE', message: 'File size must be less than 976KB' }),
    ])
    expect([await storage.head('upload'), await incoming()]).toEqual([undefined, []])
  })

  test.each([
    ['announces too much', { 'Content-Length': String(50_000_000_000) }],
    ['announces nothing', { 'Transfer-Encoding': 'chunked' }],
  ])('closes the connection of a client that %s, once it could read why', async (_what, headers) => {
    const { storage } = await open()
    const { sent, heard } = await sendWithoutEnd(await storage.linkToWrite('upload', options), headers)
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
    expect(heard).toContain('"code":"TOO_LARGE"')
    // The socket buffers of both sides, and nothing that was read.
    expect(sent).toBeLessThan(64_000_000)
  })

  test('keeps nothing of a client that disconnects', async () => {
    const { storage, incoming } = await open()
    const link = await storage.linkToWrite('upload', options)
    const sender = request(link, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Content-Length': 900_000 } })
    sender.on('error', () => {})
    sender.write(Buffer.alloc(500_000))
    await vi.waitFor(async () => expect(await incoming()).toHaveLength(1))
    sender.destroy()
    await vi.waitFor(async () => expect(await incoming()).toEqual([]))
    expect(await storage.head('upload')).toBeUndefined()
  })

  test.each<[string, (url: URL) => void]>([
    ['another key', (url) => Object.assign(url, { pathname: '/storage/digits' })],
    ['a larger limit', (url) => url.searchParams.set('max', '2000000')],
    ['no limit', (url) => url.searchParams.delete('max')],
    ['another type', (url) => url.searchParams.set('type', 'text/html')],
    ['no type', (url) => url.searchParams.delete('type')],
  ])('with %s does not exist', async (_what, change) => {
    const { storage } = await open()
    const answer = await put(altered(await storage.linkToWrite('upload', options), change), 'film')
    expect(answer.status).toBe(404)
    expect(await textOf(await storage.get('digits'))).toBe('0123456789')
    expect(await storage.head('upload')).toBeUndefined()
  })

  test('is rejected once it has expired', async () => {
    const { storage } = await open()
    expect((await put(await storage.linkToWrite('upload', { ...options, expiresInSeconds: 0 }), 'film')).status).toBe(404)
    expect(await storage.head('upload')).toBeUndefined()
  })
})

/** Sends a body in chunks without its length, and reads the answer whenever it comes. */
async function sendChunked(link: string, size: number): Promise<IncomingMessage> {
  const sender = request(link, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Transfer-Encoding': 'chunked' } })
  const answered = once(sender, 'response')
  // The server may close while we still send; what counts is its answer.
  sender.on('error', () => {})
  streamOf(Buffer.alloc(size)).pipe(sender)
  const [answer]: IncomingMessage[] = await answered
  if (!answer) throw new Error('there was no answer')
  return answer
}

/** Sends until the connection is closed, and returns how much was sent and received. */
async function sendWithoutEnd(link: string, headers: Record<string, string>): Promise<{ sent: number; heard: string }> {
  const { port, pathname, search } = new URL(link)
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, 'Content-Type': 'video/mp4', ...headers }).map((pair) => pair.join(': '))
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.concat([Buffer.from('40000\r\n'), Buffer.alloc(0x40000), Buffer.from('\r\n')])
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
  await new Promise((resolve) => socket.once('close', resolve))
  return { sent: socket.bytesWritten, heard }
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const long = { text: 'an answer with many words '.repeat(200) }

async function answers() {
  const app = Fastify()
  compressAnswers(app)
  app.get('/long', async () => long)
  app.get('/tagged', (_request, reply) => reply.header('ETag', '"one"').header('Vary', 'Authorization').send(long))
  app.get('/encoded', (_request, reply) => reply.type('application/json').send(Buffer.from(JSON.stringify(long))))
  app.get('/short', async () => ({ text: 'short' }))
  app.get('/bytes', (_request, reply) => reply.type('video/mp4').send(Buffer.alloc(10_000)))
  await app.ready()
  return (url: string, accepted?: string) => app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('a client that accepts %s gets %s', async (accepted, encoding, decompress) => {
  const { headers, rawPayload } = await (await answers())('/long', accepted)
  expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(rawPayload.length), vary: 'Accept-Encoding' })
  expect(rawPayload.length).toBeLessThan(500)
  expect(JSON.parse(decompress(rawPayload).toString())).toEqual(long)
})

test('a text that was encoded before is compressed, too', async () => {
  const { headers, rawPayload } = await (await answers())('/encoded', 'br')
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual(long)
})

test.each([undefined, 'identity', 'br;q=0'])('a client that accepts %s gets the text itself', async (accepted) => {
  const answer = await (await answers())('/long', accepted)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.headers.vary).toBe('Accept-Encoding')
  expect(answer.json()).toEqual(long)
})

test('what is short or no text stays as it is', async () => {
  const get = await answers()
  for (const url of ['/short', '/bytes']) {
    const { headers } = await get(url, 'br')
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
  }
})

test('a tag becomes a weak one, and the rest of Vary stays', async () => {
  const get = await answers()
  for (const _ of [1, 2]) {
    const { headers, rawPayload } = await get('/tagged', 'br')
    expect(headers).toMatchObject({ etag: 'W/"one"', vary: 'Authorization, Accept-Encoding' })
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual(long)
  }
  expect((await get('/tagged')).headers.etag).toBe('"one"')
})

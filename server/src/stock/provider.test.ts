import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Cache } from '../platform/cache/cache.ts'
import { createMemoryCache } from '../platform/cache/memory-cache.ts'
import { createProvider } from './provider.ts'

const key = 'key-that-nobody-may-see'

const size = (name: string) => ({
  url: `https://cdn.example.com/${name}.mp4`,
  thumbnail: `https://cdn.example.com/${name}.jpg`,
  width: 1920,
  size: 1,
})
const none = { url: '', thumbnail: '', width: 0, height: 0, size: 0 }
/** A response of Pixabay, with fields that are not read. */
const hit = (id: number, videos: object = { large: size('large'), medium: size('medium'), small: none, tiny: none }) => ({
  id,
  pageURL: 'https://example.com/page',
  type: 'film',
  tags: 'sea, waves, sun',
  duration: 12,
  videos,
  user: 'somebody',
})
const expected = (id: number, name = 'large') => ({
  id,
  tags: 'sea, waves, sun',
  type: 'film',
  videos: { large: { thumbnail: `https://cdn.example.com/${name}.jpg`, url: `https://cdn.example.com/${name}.mp4` } },
})

/** A real server with the given answer, a provider that uses it, and all log lines. */
async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { timeoutMs = 60_000, adapt = (cache: Cache) => cache } = {},
) {
  const asked: URL[] = []
  const behaviour = { answer }
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost'))
    behaviour.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  const clock = { now: Date.now() }
  const now = () => clock.now
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/videos/`
  const provider = createProvider({ url, key, cache: adapt(createMemoryCache({ now })), log, timeoutMs, now })
  return { ...provider, asked, lines, clock, behaviour }
}

const json = (body: unknown) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('searching the provider', () => {
  test('caches responses under a fixed number of keys, and never returns that of another search', async () => {
    const names: string[] = []
    // All these searches have the same key.
    const { search, asked } = await open(
      (request, response) => json({ hits: [hit(String(request.url).includes('sea') ? 1 : 2)] })(request, response),
      {
        adapt: (cache) => ({
          ...cache,
          get: () => cache.get('one place'),
          set: (name, value, seconds) => {
            names.push(name)
            return cache.set('one place', value, seconds)
          },
        }),
      },
    )
    expect(await search('sea')).toEqual([expected(1)])
    expect(await search('sea')).toEqual([expected(1)])
    expect(await search(`mountain ${'x'.repeat(90)}`)).toEqual([expected(2)])
    expect(await search('sea')).toEqual([expected(1)])
    expect(asked).toHaveLength(3)
    for (const name of names) expect(name).toMatch(/^stock:[\w-]{8}:[01]?\d{1,3}$/)
  })

  test('sends key and query, and returns only the known fields of each hit', async () => {
    const { search, asked } = await open(json({ total: 1, totalHits: 1, hits: [hit(7)] }))
    expect(await search('  Sea   waves ')).toEqual([expected(7)])
    expect(asked[0]?.pathname).toBe('/api/videos/')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ key, q: 'sea waves' })
  })

  test('uses the next smaller size if there is no large one, and drops invalid hits', async () => {
    const odd = [
      null,
      'hit',
      { id: 'x' },
      hit(2, {}),
      hit(3, { large: none }),
      hit(4, { large: { url: 'javascript:alert(1)', thumbnail: 'x' } }),
    ]
    const { search } = await open(json({ hits: [...odd, hit(1, { large: none, medium: size('medium') }), hit(5)] }))
    expect(await search('sea')).toEqual([expected(1, 'medium'), expected(5)])
  })

  test('sends one request for concurrent equal searches, and one per day', async () => {
    const { search, asked, clock } = await open(json({ hits: [hit(1)] }))
    await Promise.all([search('sea'), search('SEA'), search(' sea ')])
    await search('sea')
    expect(asked).toHaveLength(1)
    await search('city')
    expect(asked).toHaveLength(2)
    clock.now += 25 * 60 * 60 * 1000
    await search('sea')
    expect(asked).toHaveLength(3)
  })

  const troubles: [string, (request: IncomingMessage, response: ServerResponse) => void, RegExp][] = [
    ['is slow', () => {}, /in time/],
    ['refuses', (_request, response) => response.writeHead(500).end(`key=${key}`), /status 500/],
    ['breaks off', (_request, response) => response.destroy(), /SOCKET|reached|ECONN/],
    ['talks nonsense', (_request, response) => response.writeHead(200).end(`<html>${key}`), /list of hits/],
    ['never ends', (_request, response) => response.writeHead(200).end('x'.repeat(3 * 1024 * 1024)), /too large/],
  ]
  test.each(troubles)('a provider that %s leads to an error with Retry-After, and the key is never shown', async (name, answer, reason) => {
    // Only the provider that never answers needs the time-out.
    const { search, lines } = await open(answer, name === 'is slow' ? { timeoutMs: 300 } : {})
    const error = await search('sea').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 30, message: expect.stringContaining('try again') })
    expect(lines.join()).toMatch(reason)
    expect(lines.join()).not.toContain(key)
    expect(error).not.toHaveProperty('cause.message')
  })

  test('a provider that is down is replaced by the cache of yesterday', async () => {
    const { search, clock, behaviour, asked } = await open(json({ hits: [hit(1)] }))
    await search('sea')
    clock.now += 25 * 60 * 60 * 1000
    behaviour.answer = (_request, response) => response.writeHead(503).end()
    expect(await search('sea')).toEqual([expected(1)])
    behaviour.answer = json({ hits: [hit(2)] })
    expect(await search('sea')).toEqual([expected(2)])
    expect(asked).toHaveLength(3)
  })

  test('a key that the provider repeats is not passed on', async () => {
    const { search } = await open(json({ hits: [{ ...hit(1), tags: key }, hit(2)] }))
    expect(await search('sea')).toEqual([expected(2)])
  })
})

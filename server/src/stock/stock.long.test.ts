import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Job, Plan } from '@video-forge/contract/jobs'
import type { StockHit } from '@video-forge/contract/stock'
import { describe, expect, test, vi } from 'vitest'
import { probeStreams } from '../../testing/media/probe-streams.ts'
import { newUser } from '../../testing/people.ts'
import { startProduct, type TestProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'

const { product, mailbox } = await startProductWithMail()
const user = await newUser(product, mailbox)

const call = (key: string, body?: unknown) => product.call(key, { token: user.tokens.idToken, ...(body !== undefined && { body }) })
const search = async (q: string) => (await call(`GET /stock/videos?q=${encodeURIComponent(q)}`)).body['hits'] as StockHit[]
const filesOf = async (q: string) => {
  const [hit] = await search(q)
  if (!hit) throw new Error(`nothing found for ${q}`)
  return hit.videos.large
}

describe('without a key', () => {
  test('a search uses the built-in catalogue', async () => {
    const answer = await call('GET /stock/videos?q=ocean')
    expect(answer).toMatchObject({ status: 200, body: { success: true, provider: { name: 'Built-in catalogue', url: null } } })
    const hits = answer.body['hits'] as StockHit[]
    expect(hits.length).toBeGreaterThanOrEqual(2)
    for (const { tags, videos } of hits) {
      expect(tags).toContain('ocean')
      expect(videos.large.url.replace(product.url, '')).toMatch(/^\/stock\/clips\/\w+\.mp4\?v=\w+$/)
      expect(videos.large.thumbnail.replace(product.url, '')).toMatch(/^\/stock\/clips\/\w+\.jpg\?v=\w+$/)
    }
    expect(await search('zebra')).toEqual([])
  })

  test('a search requires a word and a sign-in, and is rate-limited', async () => {
    expect((await call('GET /stock/videos?q=%20')).status).toBe(400)
    expect((await product.call('GET /stock/videos?q=ocean')).status).toBe(401)
    const hasty = await newUser(product, mailbox)
    const again = () => product.call('GET /stock/videos?q=ocean', { token: hasty.tokens.idToken })
    const answers = await Promise.all(Array.from({ length: 31 }, again))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('pictures and clips are public, support ranges, and are cached by browsers', { timeout: 120_000 }, async () => {
    const { thumbnail, url } = await filesOf('dawn')
    const picture = await fetch(thumbnail)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    expect(new Uint8Array(await picture.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))

    const whole = new Uint8Array(await (await fetch(url)).arrayBuffer())
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(100, 200))
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    const outside = await fetch(url, { headers: { range: `bytes=${whole.length}-` } })
    expect(outside.status).toBe(416)
  })

  test('a clip is H.264 of the right size and length, with its sound', { timeout: 120_000 }, async () => {
    const { streams, duration } = await probeStreams((await filesOf('dawn')).url)
    expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 1280, height: 720, pix_fmt: 'yuv420p', r_frame_rate: '24/1' })
    expect(streams[1]).toMatchObject({ codec_name: 'aac' })
    expect(duration).toBeCloseTo(7, 0)
  })

  test.each(['Zebra.mp4', 'Ocean_sunset.avi', 'Ocean_sunset', '..%2F..%2Fauth-secret', '%2e%2e%2flocal-sample.mp4', 'unfinished'])(
    'there is no clip %s',
    async (name) => {
      const answer = await fetch(`${product.url}/stock/clips/${name}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('a clip becomes a video, although this server has a private address', { timeout: 180_000 }, async () => {
    const { url: inputSource } = await filesOf('dawn')
    const request = { inputSource, outputFormats: ['480p'] }
    const { plan } = (await call('POST /jobs/plan', request)).body as unknown as { plan: Plan }
    expect(plan.formats).toMatchObject([{ format: '480p', resolution: '854x480' }])

    const { job } = (await call('POST /jobs', request)).body as unknown as { job: Job }
    expect(job.title).toBe('Mountains at dawn')
    const done = await vi.waitFor(
      async () => {
        const { job: now } = (await call(`GET /jobs/${job.id}`)).body as unknown as { job: Job }
        if (!['COMPLETED', 'FAILED'].includes(now.status)) throw new Error(`${now.status} ${now.progress}`)
        return now
      },
      { timeout: 120_000, interval: 100 },
    )
    expect(done).toMatchObject({ status: 'COMPLETED', error_text: null })
  })

  test.each([
    'http://localhost:0/stock/clips/Zebra.mp4',
    'http://localhost:0/stock/clips/Ocean_sunset.jpg',
    'http://localhost:0/elsewhere/Ocean_sunset.mp4',
    'http://10.0.0.1/stock/clips/Ocean_sunset.mp4',
  ])("the address %s is not this server's and is fetched like any other", async (inputSource) => {
    expect(await call('POST /jobs/plan', { inputSource, outputFormats: ['480p'] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_SOURCE' },
    })
  })
})

test('with a key the provider is used, the key stays secret, and browsers may load the results', async () => {
  const key = 'key-that-nobody-may-see'
  const hit = {
    id: 5,
    tags: 'sea',
    type: 'film',
    videos: { large: { url: 'https://cdn.example.com/5.mp4', thumbnail: 'https://cdn.example.com/5.jpg' } },
  }
  const server = createServer((_request, response) => response.end(JSON.stringify({ hits: [{ ...hit, user: 'somebody' }] })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const provided = await startProduct({ SMTP_URL: mailbox.url, STOCK_API_KEY: key, STOCK_API_URL: url })
  const { tokens } = await newUser(provided, mailbox)
  const answer = await provided.call('GET /stock/videos?q=sea', { token: tokens.idToken })
  expect(answer).toMatchObject({ status: 200, body: { hits: [hit], provider: { name: '127.0.0.1' } } })
  expect(JSON.stringify(answer.body)).not.toContain(key)
  expect(answer.body['hits']).toEqual([hit])

  const policyOf = async (on: TestProduct) => (await fetch(`${on.url}/healthz`)).headers.get('content-security-policy') ?? ''
  expect(await policyOf(provided)).toMatch(/img-src [^;]*https:[^;]*;.*media-src [^;]*https:/)
  expect(await policyOf(product)).not.toContain('https:')

  server.closeAllConnections()
  server.close()
  const down = await provided.call('GET /stock/videos?q=city', { token: tokens.idToken })
  expect(down).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(down.headers.get('retry-after')).toBe('30')
  await provided.stop()
})

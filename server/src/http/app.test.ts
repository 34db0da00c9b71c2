import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Failure } from '@video-forge/contract/errors'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../testing/bare-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

async function listen(...parts: Parameters<typeof createBareApp>) {
  const app = await createBareApp(...parts)
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = (path: string, init?: RequestInit) => fetch(url + path, init)
  const post = (path: string, body: string, type = 'application/json') =>
    get(path, { method: 'POST', body, headers: { 'content-type': type } })
  return { url, get, post }
}

const login = '/prod/api/auth/login'
const isErrorBody = { error: expect.any(String), message: expect.any(String), code: expect.any(String) }

test('logged paths contain no signatures', async () => {
  const lines: string[] = []
  const resumable = { handle: async (_id: string, _signature: string, _request: unknown, response: ServerResponse) => void response.end() }
  const app = await createBareApp({ resumable, log: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }) })
  onTestFinished(() => app.close())
  for (const url of [
    '/media/one/watch.1.abc..secret/720p.mp4',
    '/resumable/one/secret',
    '/storage/one?signature=secret',
    '/media/one/public/720p.mp4',
  ]) {
    await app.inject({ method: 'HEAD', url })
  }
  const answered = lines.filter((line) => line.includes('request answered'))
  expect(answered).toHaveLength(4)
  expect(answered.join()).not.toContain('secret')
  expect(answered.join()).toContain('/media/one/public/720p.mp4')
})

describe('errors of the API are JSON with a sentence and the right status', () => {
  test.each([
    ['an address that is not there', 404, 'NOT_FOUND', '/prod/api/nowhere', {}],
    ['an address outside its characters', 400, 'INVALID_INPUT', '/prod/api/%E0%A4%A', {}],
    ['broken JSON', 400, 'INVALID_INPUT', login, { method: 'POST', body: '{"username":', headers: { 'content-type': 'application/json' } }],
    [
      'JSON that would poison prototypes',
      400,
      'INVALID_INPUT',
      login,
      { method: 'POST', body: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
    ],
    ['another type', 415, 'WRONG_TYPE', login, { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } }],
    ['nothing at all', 400, 'INVALID_INPUT', login, { method: 'POST', headers: { 'content-type': 'application/json' } }],
    [
      'too much',
      413,
      'TOO_LARGE',
      login,
      { method: 'POST', body: JSON.stringify('x'.repeat(70_000)), headers: { 'content-type': 'application/json' } },
    ],
    ['no token where one is needed', 401, 'NOT_SIGNED_IN', '/prod/api/auth/profile', {}],
    ['a token of nobody', 401, 'NOT_SIGNED_IN', '/prod/api/auth/profile', { headers: { authorization: 'Bearer x' } }],
  ])('%s', async (_name, status, code, path, init) => {
    const { get } = await listen()
    const response = await get(path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ ...isErrorBody, code })
    expect(body).not.toMatch(/at \w+ \(|node_modules|\.ts:/)
  })

  test('too large headers and invalid HTTP', async () => {
    const { url, get } = await listen()
    const response = await get('/healthz', { headers: { 'x-long': 'x'.repeat(20_000) } })
    expect(response.status).toBe(431)
    expect(await response.json()).toMatchObject({ code: 'HEADERS_TOO_LARGE' })

    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"INVALID_INPUT"')
  })

  test('an internal error reveals nothing, and an unavailable service has Retry-After', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const fail = (error: Error) => ({
      log,
      handlers: {
        'POST /auth/refresh': async () => {
          throw error
        },
      },
    })
    const body = '{"refreshToken":"x"}'
    const broken = await (await listen(fail(new Error('secret inner thing')))).post('/prod/api/auth/refresh', body)
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('secret inner thing')
    expect(lines.join('')).toContain('secret inner thing')

    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const unavailable = await (await listen(fail(gone))).post('/prod/api/auth/refresh', body)
    expect(unavailable.status).toBe(503)
    expect(Number(unavailable.headers.get('retry-after'))).toBeGreaterThan(0)

    const limited = await (await listen(fail(new Failure('TOO_MANY_REQUESTS', 'Slow down.', { retryAfter: 7 })))).post(
      '/prod/api/auth/refresh',
      body,
    )
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  })
})

describe('every answer', () => {
  test('carries a request id, and adopts a valid one', async () => {
    const { get } = await listen()
    expect((await get('/healthz')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect((await get('/healthz', { headers: { 'x-request-id': 'trace-12345678' } })).headers.get('x-request-id')).toBe('trace-12345678')
    expect((await get('/healthz', { headers: { 'x-request-id': 'bad id!' } })).headers.get('x-request-id')).not.toBe('bad id!')
  })

  test('has headers against foreign scripts, frames and sniffing', async () => {
    const { get } = await listen()
    const { headers } = await get('/prod/api/nowhere')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('health', () => {
  test('is ready while every check passes, and names the failing one', async () => {
    let works = true
    const storage = async () => {
      if (!works) throw new Error('disk gone')
    }
    const { get } = await listen({ checks: { database: async () => {}, storage } })
    expect((await get('/healthz')).status).toBe(200)
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: 'ok', storage: 'ok' } })
    works = false
    const response = await get('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'not ready', checks: { database: 'ok', storage: 'failing' } })
    expect((await get('/healthz')).status).toBe(200)
  })

  test('metrics count requests by route, not by path', async () => {
    const { get } = await listen()
    await get('/prod/api/auth/profile')
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/prod/api/auth/profile",status="401"} 1')
    expect(metrics).toContain('process_resident_memory_bytes')
  })

  test('a worker shows its health and serves nothing else', async () => {
    const { get } = await listen({ isWorker: true })
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/prod/api/auth/profile')).status).toBe(404)
  })
})

test('the API has an OpenAPI description and a documentation page', async () => {
  const { get } = await listen()
  expect(await (await get('/prod/api/openapi.json')).json()).toHaveProperty(['paths', '/prod/api/auth/login', 'post', 'summary'])
  const page = await get('/prod/api/docs/')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')
})

test('crawlers may read pages and previews, not calls and files', async () => {
  const { get } = await listen()
  const robots = await get('/robots.txt')
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = (await robots.text()).split('\n')
  for (const line of ['User-agent: *', 'Disallow: /prod/api/', 'Disallow: /media/', 'Allow: /media/*/public/thumbnail.jpg'])
    expect(lines).toContain(line)
  expect(lines).not.toContain('Disallow: /')
})

test('a page is shown while it cannot be looked up', async () => {
  const webFolder = await temporaryFolder()
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title>')
  const { get } = await listen({ webFolder, findPage: () => Promise.reject(new Error('the database is down')) })
  expect((await get('/video/1')).status).toBe(200)
})

test('a page names the scripts that it will load, and only its own', async () => {
  const webFolder = await temporaryFolder()
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><head><title>page</title></head>')
  const files = { '/gallery': ['assets/gallery-1.js'], '/video/:id': ['assets/watch-1.js', 'assets/player-1.js'] }
  await writeFile(join(webFolder, 'page-files.json'), JSON.stringify(files))
  const { get } = await listen({ webFolder })
  const preloaded = async (path: string) =>
    [...(await (await get(path)).text()).matchAll(/modulepreload" fetchpriority="low" crossorigin href="([^"]+)"/g)].map(([, file]) => file)
  expect(await preloaded('/video/01890000-0000-7000-8000-000000000000')).toEqual(['/assets/watch-1.js', '/assets/player-1.js'])
  expect(await preloaded('/gallery?q=sea')).toEqual(['/assets/gallery-1.js'])
  for (const path of ['/', '/upload', '/no/such/page']) expect(await preloaded(path)).toEqual([])
})

test('a page may run and use what the build wrote into it, and nothing else has that right', async () => {
  const webFolder = await temporaryFolder()
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const page = '<!doctype html><head><script>let a</script><style>b{}</style><title>page</title></head><script src="/x.js"></script>'
  await writeFile(join(webFolder, 'index.html'), page)
  const { get } = await listen({ webFolder })
  const policyAt = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/', '/video/1', '/embed/1', '/no/such/page']) {
    const policy = await policyAt(path)
    expect(policy).toContain(`script-src 'self' ${hashOf('let a')};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('b{}')};`)
  }
  expect(await policyAt('/prod/api/nowhere')).not.toContain('sha256')
})

test('only the player may be framed by other sites, and no other path under /embed', async () => {
  const webFolder = await temporaryFolder()
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title>')
  const { get } = await listen({ webFolder })
  const framing = async (path: string) => {
    const { headers } = await get(path)
    return [headers.get('x-frame-options'), /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]]
  }
  expect(await framing('/embed/01890000-0000-7000-8000-000000000000?link=x')).toEqual([null, 'frame-ancestors *'])
  for (const path of ['/', '/gallery', '/video/1', '/embed', '/embed/', '/embed/1/2', '/embed//', '/embed/..%2fgallery'])
    expect(await framing(path)).toEqual(['DENY', "frame-ancestors 'none'"])
})

test('the web application: hashed files are cached forever, the page is fresh and serves every path, brotli on request', async () => {
  const webFolder = await temporaryFolder()
  await mkdir(join(webFolder, 'assets'))
  const script = 'console.log("forge")'.repeat(50)
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(webFolder, 'assets', 'main-abc123.js'), script)
  await writeFile(join(webFolder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
  const { get } = await listen({ webFolder })
  const asset = await get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await asset.text()).toBe(script)
  for (const [path, status] of [
    ['/', 200],
    ['/gallery', 200],
    ['/gallery/?q=sea', 200],
    ['/video/01890000-0000-7000-8000-000000000000', 200],
    ['/no/such/page', 404],
    ['/gallery/1', 404],
  ] as const) {
    const page = await get(path)
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, status, 'no-cache'])
    expect(await page.text()).toContain('<title>page</title>')
  }
  expect((await get('/assets/gone-def456.js')).status).toBe(404)
  expect((await get('/gallery', { method: 'POST' })).status).toBe(404)
})

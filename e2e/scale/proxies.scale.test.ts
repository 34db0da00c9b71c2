import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { adaptSite, startNginx } from '../harness/nginx.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'

const run = promisify(execFile)

/** The nginx of compose.yaml, another one before it that ends TLS, and the product behind both. All of 127.0.0.0/8 is this machine. */
const [innerProxy, outerProxy] = ['127.0.0.1', '127.0.0.4']
let folder: string
let product: ProductProcess
let certificate: string
let [productPort, innerPort, outerPort] = [0, 0, 0]
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-proxies-'))
  const [inner, outer] = [join(folder, 'inner'), join(folder, 'outer')]
  for (const path of [inner, outer]) await mkdir(path)
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const files = ['-keyout', join(outer, 'key.pem'), '-out', join(outer, 'certificate.pem')]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject])
  certificate = await readFile(join(outer, 'certificate.pem'), 'utf8')
  productPort = await freePort()
  innerPort = await freePort()
  outerPort = await freePort()
  product = await startProcess({
    PORT: String(productPort),
    HOST: '0.0.0.0',
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: `https://localhost:${outerPort}`,
    TRUSTED_PROXIES: `${innerProxy},${outerProxy}`,
    ADMIN_PASSWORD: 'Correct-Horse-1',
  })
  const site = await adaptSite('deploy/compose/nginx.conf', [
    [/resolver .*;/g, ''],
    [/http:\/\/web:3000/g, `http://127.0.0.1:${productPort}`],
    [/http:\/\/s3:3900/g, 'http://127.0.0.1:1'],
    [/listen 80;/g, `listen 127.0.0.1:${innerPort};`],
  ])
  stops.push(await startNginx(inner, site))
  const tls = `
    server {
      listen 127.0.0.1:${outerPort} ssl;
      ssl_certificate ${join(outer, 'certificate.pem')};
      ssl_certificate_key ${join(outer, 'key.pem')};
      location / {
        proxy_pass http://127.0.0.1:${innerPort};
        proxy_bind ${outerProxy};
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      }
    }`
  stops.push(await startNginx(outer, tls))
  await vi.waitFor(async () => expect((await ask('tls', '127.0.0.2', 'GET', '/readyz')).status).toBe(200), {
    timeout: 20_000,
    interval: 50,
  })
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Way = 'tls' | 'plain' | 'direct'

/** A request by a visitor at an address of this machine: through both proxies, through the inner one, or past both. */
async function ask(way: Way, from: string, method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const port = { tls: outerPort, plain: innerPort, direct: productPort }[way]
  const options = { host: '127.0.0.1', servername: 'localhost', localAddress: from, port, path, method, agent: false }
  const sent = (way === 'tls' ? tlsRequest : plainRequest)({
    ...options,
    ca: certificate,
    headers: { Host: 'localhost', ...(body && { 'Content-Type': 'application/json' }), ...headers },
  })
  sent.end(body && JSON.stringify(body))
  const [answer] = await once(sent, 'response')
  await answer.toArray()
  return { status: Number(answer.statusCode) }
}

let paths = 0
/** The address under which the product writes a request down. */
async function addressOf(way: Way, from: string, forwarded?: string): Promise<string> {
  paths += 1
  const path = `/prod/api/auth/profile-${paths}-`
  await ask(way, from, 'GET', path, forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded })
  return vi.waitFor(() => {
    const line = product
      .stderr()
      .split('\n')
      .find((text) => text.includes(path))
    return String((JSON.parse(line ?? '') as { ip: string }).ip)
  })
}

test.each(['tls', 'plain', 'direct'] as const)('a visitor has his own address and can forge none (%s)', async (way) => {
  expect(await addressOf(way, '127.0.0.2')).toBe('127.0.0.2')
  expect(await addressOf(way, '127.0.0.3')).toBe('127.0.0.3')
  expect(await addressOf(way, '127.0.0.2', '203.0.113.7')).toBe('127.0.0.2')
  expect(await addressOf(way, '127.0.0.2', `203.0.113.7, ${innerProxy}, ${outerProxy}`)).toBe('127.0.0.2')
  expect(await addressOf(way, '127.0.0.2', 'junk')).toBe('127.0.0.2')
})

test.each(['tls', 'plain'] as const)('one visitor uses up his own tries and nobody else’s (%s)', { timeout: 120_000 }, async (way) => {
  const [bad, good] = way === 'tls' ? ['127.0.1.2', '127.0.1.3'] : ['127.0.1.4', '127.0.1.5']
  const signIn = (from: string, password: string, forwarded: string) =>
    ask(way, from, 'POST', '/prod/api/auth/login', { 'X-Forwarded-For': forwarded }, { username: 'admin', password })
  const statuses: number[] = []
  for (let i = 0; i < 12; i += 1) statuses.push((await signIn(bad, 'Wrong-Pass-1', `203.0.113.${i}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect((await signIn(good, 'Correct-Horse-1', '203.0.113.1')).status).toBe(200)
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startProcess } from '../e2e/harness/product-process.ts'
import { cpuSeconds } from './harness/cpu.ts'
import type { Load } from './harness/load.ts'
import { printTable } from './harness/table.ts'

const password = 'Correct-Horse-1'
const list = '/prod/api/gallery/videos?limit=50'
const reportsPerSecond = 2000
const sessions = 20_000
const seconds = 20

/** Twenty thousand people watch at once, and each player reports every ten seconds, while others open the gallery. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password, TRUSTED_PROXIES: 'loopback' })
  try {
    const videos = await addVideos(dataDir, 200)
    const visitors = { request: getRequest(product.url, list), rate: 50, connections: 8 }
    await loadAtRate(product.url, { ...visitors, seconds: 3 })
    const alone = await loadAtRate(product.url, { ...visitors, seconds: 8 })
    const reports = { request: reportRequest(product.url), sessions, videos, rate: reportsPerSecond, connections: 64 }
    // Each player is known when the measurement begins, as it is after its first ten seconds.
    await loadAtRate(product.url, { ...reports, seconds: sessions / reportsPerSecond })
    const cpuBefore = cpuSeconds(product.child.pid)
    const [sent, gallery] = await Promise.all([
      loadAtRate(product.url, { ...reports, seconds }),
      loadAtRate(product.url, { ...visitors, seconds: seconds - 1 }),
    ])
    const cpu = cpuSeconds(product.child.pid) - cpuBefore
    const { plays, views } = await readSite(product.url)
    printTable(`${sessions} players, a report of each every ten seconds, on one process`, [
      {
        what: 'reports answered',
        measured: `${Math.round(sent.perSecond)} a second, ${JSON.stringify(sent.statuses)}`,
        target: `${reportsPerSecond} a second`,
        ok: sent.perSecond >= reportsPerSecond * 0.98 && sent.statuses['204'] === sent.count,
      },
      { what: 'CPU of the server for each report', measured: `${((cpu / sent.count) * 1000).toFixed(2)} ms, gallery and storing included` },
      { what: 'their time', measured: `p50 ${sent.p50.toFixed(1)} ms, p99 ${sent.p99.toFixed(1)} ms` },
      {
        what: 'the gallery meanwhile, 50 visits a second',
        measured: `p50 ${gallery.p50.toFixed(1)} ms, p99 ${gallery.p99.toFixed(1)} ms (${alone.p99.toFixed(1)} ms without reports)`,
        target: 'p99 under 50 ms',
        ok: gallery.p99 < 50,
      },
      {
        what: 'plays and views counted',
        measured: `${plays} and ${views}`,
        target: `${sessions} each`,
        ok: plays === sessions && views === sessions,
      },
    ])
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function addVideos(dataDir: string, count: number): Promise<string[]> {
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into videos (id, user_id, title, visibility, status, duration)
     select uuidv7(), (select id from users where username = 'admin'), 'Clip number ' || n, 'public', 'ready', 600
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

const getRequest = (url: string, path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`

/** Thirty seconds at twice the speed, so that each session is a view. */
function reportRequest(url: string): string {
  const body = JSON.stringify({
    session: 'bench-{session}',
    ranges: [[0, 30]],
    startup: 0.3,
    stalls: 0,
    watched: 30,
    referrer: 'news.example',
  })
  const headers = {
    Host: new URL(url).host,
    'Content-Type': 'application/json',
    'Content-Length': body.replace('{session}', '00000000').length,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Bench/1.0',
    'X-Forwarded-For': '{client}',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /prod/api/gallery/videos/{video}/plays HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

interface RateOptions {
  request: string
  sessions?: number
  videos?: string[]
  rate: number
  connections: number
  seconds: number
}

async function loadAtRate(url: string, options: RateOptions): Promise<Load> {
  const { hostname, port } = new URL(url)
  const script = join(process.cwd(), 'bench', 'harness', 'fixed-rate-process.mjs')
  const settings = JSON.stringify({ host: hostname, port: Number(port), ...options })
  const { stdout } = await promisify(execFile)(process.execPath, [script, settings], { maxBuffer: 1 << 20 })
  return JSON.parse(stdout) as Load
}

async function readSite(url: string): Promise<{ plays: number; views: number }> {
  const login = await fetch(`${url}/prod/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { result } = (await login.json()) as { result: { tokens: { idToken: string } } }
  const headers = { authorization: `Bearer ${result.tokens.idToken}` }
  return (await (await fetch(`${url}/prod/api/admin/statistics`, { headers })).json()) as { plays: number; views: number }
}

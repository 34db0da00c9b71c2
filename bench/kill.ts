import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import { printTable } from './harness/table.ts'

const rounds = 20
const sessions = 3
const password = 'Correct-Horse-1'

/**
 * kill -9 of the whole process group at random moments during writes. Every second round kills the database too, as a power cut would.
 * After each kill the product must start cleanly and have every acknowledged row.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  let product = await start(dataDir)
  await query(dataDir, 'create table bench_rows (id bigint primary key)')
  const refreshTokens = await Promise.all(Array.from({ length: sessions }, () => signIn(product)))
  const totals: Totals = { acknowledged: new Set(), renewals: 0, lost: 0, signedOut: 0, slowestMs: 0 }
  for (let round = 0; round < rounds; round += 1) {
    await writeUntilKilled(product, dataDir, refreshTokens, totals, round % 2 === 1)
    const startedAt = performance.now()
    product = await start(dataDir)
    totals.slowestMs = Math.max(totals.slowestMs, performance.now() - startedAt)
    await countLosses(product, dataDir, refreshTokens, totals)
  }
  await product.stop()
  const isLeftRunning = existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  await rm(dataDir, { recursive: true, force: true })
  printTotals(totals, isLeftRunning)
}

interface Totals {
  acknowledged: Set<number>
  renewals: number
  lost: number
  signedOut: number
  slowestMs: number
}

async function writeUntilKilled(
  product: ProductProcess,
  dataDir: string,
  refreshTokens: string[],
  totals: Totals,
  killsDatabase: boolean,
): Promise<void> {
  const stop = { now: false }
  const renew = async (index: number): Promise<void> => {
    while (!stop.now) {
      const renewed = await refresh(product, refreshTokens[index] ?? '').catch(() => undefined)
      if (!renewed) return
      refreshTokens[index] = renewed
      totals.renewals += 1
      await wait(40)
    }
  }
  const writers = [...refreshTokens.map((_, index) => renew(index)), insertRows(dataDir, totals.acknowledged, stop)]
  await wait(200 + Math.random() * 1200)
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  process.kill(-(product.child.pid ?? 0), 'SIGKILL')
  if (killsDatabase) process.kill(postmaster, 'SIGKILL')
  stop.now = true
  await Promise.all(writers)
  await product.stop()
}

async function countLosses(product: ProductProcess, dataDir: string, refreshTokens: string[], totals: Totals): Promise<void> {
  const { rows } = await query(dataDir, 'select id from bench_rows')
  const present = new Set(rows.map(({ id }) => Number(id)))
  totals.lost += [...totals.acknowledged].filter((id) => !present.has(id)).length
  for (const [index, token] of refreshTokens.entries()) {
    const renewed = await refresh(product, token).catch(() => undefined)
    if (!renewed) totals.signedOut += 1
    refreshTokens[index] = renewed ?? (await signIn(product))
  }
}

function printTotals({ acknowledged, renewals, lost, signedOut, slowestMs }: Totals, isLeftRunning: boolean): void {
  printTable(`kill -9 at ${rounds} random moments`, [
    { what: 'rows acknowledged by the database', measured: String(acknowledged.size) },
    { what: 'of those lost', measured: String(lost), target: '0', ok: lost === 0 },
    { what: 'sessions renewed over HTTP', measured: String(renewals) },
    { what: 'sessions whose acknowledged token was lost', measured: String(signedOut), target: '0', ok: signedOut === 0 },
    { what: 'slowest start after a kill', measured: `${Math.round(slowestMs)} ms` },
    { what: 'database running after the last clean stop', measured: String(isLeftRunning), target: 'false', ok: !isLeftRunning },
  ])
}

/** In its own process group, so that the kill reaches all of it and not this process. */
async function start(dataDir: string): Promise<ProductProcess> {
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password }, { ownGroup: true })
  const ready = await fetch(`${product.url}/readyz`)
  if (!ready.ok) throw new Error(`not ready after a kill: ${await ready.text()}`)
  return product
}

async function insertRows(dataDir: string, acknowledged: Set<number>, stop: { now: boolean }): Promise<void> {
  const client = connect(dataDir)
  await client.connect()
  try {
    while (!stop.now) {
      const id = acknowledged.size + 1
      await client.query('insert into bench_rows values ($1) on conflict do nothing', [id])
      acknowledged.add(id)
    }
  } catch {
    // The server was killed; a row that was not acknowledged may exist or not.
  } finally {
    await client.end().catch(() => {})
  }
}

function connect(dataDir: string): Client {
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  client.on('error', () => {})
  return client
}

async function query(dataDir: string, text: string) {
  const client = connect(dataDir)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

interface Answer {
  result: { tokens: { refreshToken: string } }
}

async function post(product: ProductProcess, path: string, body: object): Promise<string> {
  const response = await fetch(`${product.url}/prod/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  const { result } = (await response.json()) as Answer
  return result.tokens.refreshToken
}

const signIn = (product: ProductProcess) => post(product, '/auth/login', { username: 'admin', password })
const refresh = (product: ProductProcess, refreshToken: string) => post(product, '/auth/refresh', { refreshToken })

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
 * kill -9 of the whole process group at random moments during writes. In every second round the database is killed with
 * it, as a power cut would. After each, the product must start clean and have every row it had acknowledged.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  let product = await start(dataDir)
  await query(dataDir, 'create table bench_rows (id bigint primary key)')
  const refreshTokens = await Promise.all(Array.from({ length: sessions }, () => signIn(product)))
  const acknowledged = new Set<number>()
  let renewals = 0
  let lost = 0
  let signedOut = 0
  let slowest = 0

  for (let round = 0; round < rounds; round += 1) {
    const stop = { now: false }
    const writers = [
      ...refreshTokens.map(async (_, index) => {
        while (!stop.now) {
          const renewed = await refresh(product, refreshTokens[index] ?? '').catch(() => undefined)
          if (!renewed) return
          refreshTokens[index] = renewed
          renewals += 1
          await wait(40)
        }
      }),
      insertRows(dataDir, acknowledged, stop),
    ]
    await wait(200 + Math.random() * 1200)
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    process.kill(-(product.child.pid ?? 0), 'SIGKILL')
    if (round % 2 === 1) process.kill(postmaster, 'SIGKILL')
    stop.now = true
    await Promise.all(writers)
    await product.stop()

    const begin = performance.now()
    product = await start(dataDir)
    slowest = Math.max(slowest, performance.now() - begin)
    const { rows } = await query(dataDir, 'select id from bench_rows')
    const present = new Set(rows.map(({ id }) => Number(id)))
    lost += [...acknowledged].filter((id) => !present.has(id)).length
    for (let index = 0; index < sessions; index += 1) {
      const renewed = await refresh(product, refreshTokens[index] ?? '').catch(() => undefined)
      if (renewed) refreshTokens[index] = renewed
      else {
        signedOut += 1
        refreshTokens[index] = await signIn(product)
      }
    }
  }
  await product.stop()
  const left = existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  await rm(dataDir, { recursive: true, force: true })

  printTable(`kill -9 at ${rounds} random moments`, [
    { what: 'rows acknowledged by the database', measured: String(acknowledged.size) },
    { what: 'of those lost', measured: String(lost), target: '0', ok: lost === 0 },
    { what: 'sessions renewed over HTTP', measured: String(renewals) },
    { what: 'sessions whose acknowledged token was lost', measured: String(signedOut), target: '0', ok: signedOut === 0 },
    { what: 'slowest start after a kill', measured: `${Math.round(slowest)} ms` },
    { what: 'database left running after the last orderly stop', measured: String(left), target: 'false', ok: !left },
  ])
}

/** In a process group of its own, so that the kill takes all of it and none of us. */
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
    // The server was killed under it; what was not acknowledged may be there or not.
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
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const { result } = (await response.json()) as Answer
  return result.tokens.refreshToken
}

const signIn = (product: ProductProcess) => post(product, '/auth/login', { username: 'admin', password })
const refresh = (product: ProductProcess, refreshToken: string) => post(product, '/auth/refresh', { refreshToken })

import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startProcess } from '../e2e/harness/product-process.ts'
import { createTokens } from '../server/src/accounts/sessions/tokens.ts'
import { type ReceivedEvent, startListeners } from './harness/listeners.ts'
import { printTable } from './harness/table.ts'

const people = 500
const streamsEach = 10
const seconds = 20
const secret = 'bench-secret-bench-secret-bench-secret'

/**
 * Five thousand open streams on one process, from another process over real connections, while the jobs of one in ten users change twice a
 * second in the database; then once more while jobs are created and deleted, which is sent to all 5,000.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, AUTH_SECRET: secret, ROLE: 'api' })
  const pid = product.child.pid ?? 0
  const database = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await database.connect()
  try {
    const users = await makePeople(database)
    // Warm-up, so that the first use of the code is not measured.
    await warmUp(product.url, users[0]?.token ?? '')
    const before = await settledMemory(pid)
    const tokens = users.flatMap(({ token }) => Array.from({ length: streamsEach }, () => token))
    const listeners = await startListeners(product.url, tokens)
    const after = await settledMemory(pid)

    const active = users.filter((_, index) => index % 10 === 0)
    const jobs = active.map(({ jobId }) => jobId)
    const calm = await measure(database, listeners, jobs)
    const coming = setInterval(() => void changeCounts(database, users[1]?.jobId ?? ''), 300)
    const busy = await measure(database, listeners, jobs)
    clearInterval(coming)
    const back = listeners.reconnect()
    await wait(200)
    await database.query(`select pg_notify('live', 'user ' || id) from users`)
    const again = await back
    const end = await memory(pid)
    await listeners.stop()

    const each = ((after - before) * 1024) / tokens.length
    const count = String(people * streamsEach)
    printTable('Live events to 5,000 listeners on one process', [
      { what: 'streams open', measured: String(listeners.opened()), target: count, ok: listeners.opened() === people * streamsEach },
      { what: 'all opened with their snapshot within', measured: `${listeners.openedWithinMs()} ms` },
      { what: 'memory before and after', measured: `${before.toFixed(0)} and ${after.toFixed(0)} MB` },
      { what: 'memory per stream', measured: `${each.toFixed(1)} kB`, target: 'at most 25 kB', ok: each <= 25 },
      ...rows(`${active.length} jobs twice a second, 10 listeners each`, calm),
      ...rows('the same while the numbers go to all 5,000 every 2 s', busy),
      { what: 'all 5,000 disconnected and back within', measured: `${again} ms` },
      { what: 'memory at the end', measured: `${end.toFixed(0)} MB` },
    ])
  } finally {
    await database.end()
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const rows = (name: string, { latencies, expected }: { latencies: number[]; expected: number }) => {
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
  return [
    { what: name, measured: `${latencies.length} events`, target: `at least ${expected}`, ok: latencies.length >= expected },
    { what: '  from the commit to the reader, median', measured: `${at(0.5).toFixed(0)} ms` },
    { what: '  p99', measured: `${at(0.99).toFixed(0)} ms`, target: 'within 250 ms', ok: at(0.99) <= 250 },
    { what: '  worst', measured: `${at(1).toFixed(0)} ms` },
  ]
}

type Listeners = Awaited<ReturnType<typeof startListeners>>

/** Moves each of these jobs twice a second and collects how long each listener waited for each move. */
async function measure(database: Client, listeners: Listeners, jobIds: string[]) {
  const committed = new Map<string, number>()
  await listeners.clear()
  const end = Date.now() + seconds * 1000
  let moves = 0
  while (Date.now() < end) {
    progress = Math.round(progress * 10 + 1) / 10
    const begin = Date.now()
    for (const [index, jobId] of jobIds.entries()) {
      await wait(Math.max(0, begin + (index * 500) / jobIds.length - Date.now()))
      await database.query('update jobs set progress = $2, updated_at = now() where id = $1', [jobId, progress])
      committed.set(`${jobId} ${progress}`, Date.now())
      moves += 1
    }
  }
  await wait(2000)
  const received: ReceivedEvent[] = await listeners.received()
  const latencies = received.flatMap(({ jobId, progress, at }) => {
    const since = committed.get(`${jobId} ${progress}`)
    return since === undefined ? [] : [Math.max(0, at - since)]
  })
  return { latencies, expected: Math.floor(moves * streamsEach * 0.9) }
}

let progress = 0

/** Another job starts or ends, which changes the statistics that all subscribers receive. */
async function changeCounts(database: Client, jobId: string): Promise<void> {
  await database.query(`update jobs set status = case when status = 'COMPLETED' then 'PROCESSING' else 'COMPLETED' end where id = $1`, [
    jobId,
  ])
}

async function makePeople(database: Client) {
  const tokens = createTokens(secret)
  const users: { userId: string; jobId: string; token: string }[] = []
  for (let index = 0; index < people; index += 1) {
    const [userId, sessionId, jobId] = [randomUUID(), randomUUID(), randomUUID()]
    const name = `bench${index}`
    await database.query(`insert into users (id, username, username_key, email, email_key, groups) values ($1, $2, $2, $2, $2, '{user}')`, [
      userId,
      name,
    ])
    await database.query(`insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [sessionId, userId])
    await database.query(`insert into videos (id, user_id, title, visibility, status) values ($1, $2, 'x', 'private', 'processing')`, [
      jobId,
      userId,
    ])
    await database.query(
      `insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'x', '{720p}', 'PROCESSING')`,
      [jobId, userId],
    )
    users.push({ userId, jobId, token: await tokens.issue('id', { userId, sessionId }) })
  }
  return users
}

async function warmUp(url: string, token: string): Promise<void> {
  const listeners = await startListeners(
    url,
    Array.from({ length: 50 }, () => token),
  )
  await listeners.stop()
}

/** Resident megabytes of one process. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

async function settledMemory(pid: number): Promise<number> {
  await wait(8000)
  return memory(pid)
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startChild } from '../../../testing/child-process.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { createDatabaseUrl } from '../../../testing/test-database.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgresQueue } from './postgres-queue.ts'
import { queueSuite } from './queue.suite.ts'

let url = ''
let admin: Client

beforeAll(async () => {
  url = await createDatabaseUrl()
  await migrate({ connectionString: url })
  admin = new Client(url)
  await admin.connect()
})
afterAll(() => admin.end())

const openNamed = (name: string) => openPostgresQueue(name, { connectionString: url }, silentLog)

queueSuite('the queue on PostgreSQL', async () => {
  const name = randomUUID()
  return {
    open: async () => openNamed(name),
    cut: async () => {
      const { rows } = await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rows.length
    },
  }
})

test('the work of a process that was killed is taken over by another when its lease ends', { timeout: 60_000 }, async () => {
  const name = randomUUID()
  const queue = openNamed(name)
  await queue.add('orphan')
  const { child, line } = await startChild('child-worker.ts', [url, name])
  expect(line).toBe('orphan')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const taken: string[] = []
  const worker = await queue.work(async (id) => void taken.push(id), { concurrency: 1 })
  onTestFinished(async () => {
    await worker.close(0)
    await queue.close()
  })
  await vi.waitFor(() => expect(taken).toEqual(['orphan']), { timeout: 40_000, interval: 100 })
})

test('two queues in one database know nothing of each other', async () => {
  const [one, other] = [openNamed(randomUUID()), openNamed(randomUUID())]
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  await one.add('same id')
  expect([await one.counts(), await other.counts()]).toEqual([
    { waiting: 1, active: 0 },
    { waiting: 0, active: 0 },
  ])
})

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabaseUrl } from '../../../testing/services/test-database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
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
    address: [url, name],
    open: async () => openNamed(name),
    cut: async () => {
      const { rows } = await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rows.length
    },
  }
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

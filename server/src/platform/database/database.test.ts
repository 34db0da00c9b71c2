import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { createDatabaseUrl, openTestDatabase } from '../../../testing/services/test-database.ts'
import { databaseSuite } from './database.suite.ts'
import { isDatabaseUnavailable } from './database.ts'

databaseSuite('a database by its URL', openTestDatabase)

test('eight that open an empty database at once all succeed, and each migration ran once', async () => {
  const url = await createDatabaseUrl()
  const all = await Promise.all(Array.from({ length: 8 }, () => databaseAt(url)))
  onTestFinished(async () => void (await Promise.all(all.map((database) => database.close()))))
  await Promise.all(all.map((database) => database.check()))
  const [first] = all
  if (!first) throw new Error('nothing opened')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(first.db)
  const files = await readdir(new URL('migrations', import.meta.url))
  expect(rows.map(({ name }) => `${name}.ts`)).toEqual(files.sort())
})

test('opening it again changes nothing and keeps the rows', async () => {
  const url = await createDatabaseUrl()
  const first = await databaseAt(url)
  await sql`create table keepsake as select 1 as one`.execute(first.db)
  await first.close()
  const second = await databaseAt(url)
  onTestFinished(() => second.close())
  expect((await sql`select one from keepsake`.execute(second.db)).rows).toEqual([{ one: 1 }])
})

test('a schema that a newer version has changed is used as it is, and never taken back', async () => {
  const url = await createDatabaseUrl()
  const newer = await databaseAt(url)
  await sql`alter table videos add column from_the_future text`.execute(newer.db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'later')`.execute(newer.db)
  const older = await databaseAt(url)
  onTestFinished(async () => void (await Promise.all([older.close(), newer.close()])))
  await older.check()
  expect((await sql`select from_the_future from videos`.execute(older.db)).rows).toEqual([])
})

test('an opening whose connection is cut while it waits for its turn is refused and nothing else falls', async () => {
  const url = await createDatabaseUrl()
  const other = new Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('select pg_advisory_lock(7248195302)')
  const refused = expect(databaseAt(url)).rejects.toSatisfy(isDatabaseUnavailable)
  await vi.waitFor(async () => {
    const { rows } = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
  })
  await refused
})

test.each(['127.0.0.1', 'localhost'])('a refused connection to %s reads as an unavailable database', async (host) => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  const port = typeof address === 'object' ? address?.port : undefined
  const failure = await databaseAt(`postgres://forge@${host}:${port}/forge`).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test('a socket that is not there reads as an unavailable database', async () => {
  const failure = await databaseAt(`postgres://forge@${encodeURIComponent('/nonexistent/run')}/forge`).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test('other errors do not', () => {
  for (const error of [undefined, 'ECONNREFUSED', new Error('no'), Object.assign(new Error('duplicate key'), { code: '23505' })]) {
    expect(isDatabaseUnavailable(error)).toBe(false)
  }
})

import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tableColumns } from '../../../testing/table-columns.ts'
import { type Database, isDatabaseUnavailable } from './database.ts'
import { newId } from './new-id.ts'

/** What every database does once it is open, embedded or not. */
export function databaseSuite(name: string, open: () => Promise<Database>): void {
  const opened = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }

  describe(name, () => {
    test('opens with every table and column the code names, and no others', async () => {
      const { db, check } = await opened()
      await check()
      const { rows } = await sql<{ table_name: string; column_name: string }>`
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and table_name not like 'kysely_%'`.execute(db)
      const found: Record<string, string[]> = {}
      for (const { table_name, column_name } of rows) found[table_name] = [...(found[table_name] ?? []), column_name].sort()
      expect(found).toEqual(
        Object.fromEntries(Object.entries(tableColumns).map(([table, columns]) => [table, Object.keys(columns).sort()])),
      )
    })

    test('keeps what is written, in UTF-8 and to the millisecond', async () => {
      const { db } = await opened()
      const id = newId()
      const confirmed_at = new Date('2026-02-03T04:05:06.789Z')
      const user = {
        id,
        username: 'Zoë 你好',
        username_key: id,
        email: 'z@example.com',
        email_key: id,
        groups: ['user' as const],
        confirmed_at,
      }
      await db.insertInto('users').values(user).execute()
      expect(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject(user)
    })

    test('recovers after its connections were cut, and reports the error as an unavailable database', async () => {
      const { db, connection, check } = await opened()
      const cut = new Client(connection)
      await cut.connect()
      onTestFinished(() => cut.end())
      const running = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error)
      await vi.waitFor(async () => {
        const { rows } = await cut.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'video-forge' and datname = current_database() and query like '%pg_sleep(600)%'`,
        )
        expect(rows).toHaveLength(1)
      })
      expect(isDatabaseUnavailable(await running)).toBe(true)
      await vi.waitFor(check)
    })

    test('continues after a connection was cut in the middle of a transaction, between two queries', async () => {
      const { db, connection, check } = await opened()
      const cut = new Client(connection)
      await cut.connect()
      onTestFinished(() => cut.end())
      const failure = await db
        .transaction()
        .execute(async (transaction) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
          await cut.query('select pg_terminate_backend($1)', [rows[0]?.pid])
          await vi.waitFor(async () => {
            expect((await cut.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows).toEqual([])
          })
          await sql`select 1`.execute(transaction)
        })
        .catch((error: unknown) => error)
      expect(isDatabaseUnavailable(failure)).toBe(true)
      await vi.waitFor(check)
    })

    test('continues after an idle connection was cut', async () => {
      const { db, connection, check } = await opened()
      await check()
      const cut = new Client(connection)
      await cut.connect()
      onTestFinished(() => cut.end())
      const { rows } = await cut.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'video-forge' and datname = current_database()`,
      )
      expect(rows.length).toBeGreaterThan(0)
      // The very next query may still meet the dead connection; that too must read as unavailable, and the one after it must work.
      await vi.waitFor(async () => {
        const failure = await sql`select 1`.execute(db).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (failure !== undefined) expect(isDatabaseUnavailable(failure)).toBe(true)
        expect(failure).toBeUndefined()
      })
    })

    test('an invalid query does not read as an unavailable database', async () => {
      const { db } = await opened()
      const failure = await sql`select * from no_such_table`.execute(db).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(isDatabaseUnavailable(failure)).toBe(false)
    })
  })
}

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../testing/services/test-database.ts'
import { acquireTaskLease } from './task-lease.ts'

async function openLease() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const setLastStart = (ago: string) =>
    db
      .updateTable('site_rounds')
      .set({ begun_at: sql<Date>`now() - ${ago}::interval` })
      .execute()
  return { acquire: acquireTaskLease(db), setLastStart }
}

test('one of many processes gets the lease, and the next one some seconds later', async () => {
  const { acquire, setLastStart } = await openLease()
  const answers = await Promise.all(Array.from({ length: 8 }, acquire))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await setLastStart('3 seconds')
  expect(await acquire()).toBe(false)
  await setLastStart('5 seconds')
  expect(await acquire()).toBe(true)
})

test('a clock that was set back blocks no process', async () => {
  const { acquire, setLastStart } = await openLease()
  await setLastStart('-1 hour')
  expect(await acquire()).toBe(true)
  expect(await acquire()).toBe(false)
})

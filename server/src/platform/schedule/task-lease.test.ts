import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../testing/services/test-database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startScheduler } from './scheduler.ts'
import { acquireTaskLease } from './task-lease.ts'

async function openTurns() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const begin = (ago: string) =>
    db
      .updateTable('site_rounds')
      .set({ begun_at: sql<Date>`now() - ${ago}::interval` })
      .execute()
  return { take: acquireTaskLease(db), begin }
}

test('of all who ask at once one gets the turn, and the next comes a while later', async () => {
  const { take, begin } = await openTurns()
  const asked = await Promise.all(Array.from({ length: 8 }, take))
  expect(asked.filter(Boolean)).toHaveLength(1)
  await begin('3 seconds')
  expect(await take()).toBe(false)
  await begin('5 seconds')
  expect(await take()).toBe(true)
})

test('a clock that was set back stops nobody', async () => {
  const { take, begin } = await openTurns()
  await begin('-1 hour')
  expect(await take()).toBe(true)
  expect(await take()).toBe(false)
})

test("a round that is somebody else's is left out", async () => {
  const isDone = (ours: boolean) =>
    new Promise<boolean>((resolve) => {
      const task = {
        name: 'say so',
        run: async () => {
          resolve(true)
          return false
        },
      }
      const rounds = startScheduler([task], silentLog, async () => {
        setImmediate(() => resolve(false))
        return ours
      })
      onTestFinished(() => rounds.stop())
    })
  expect([await isDone(true), await isDone(false)]).toEqual([true, false])
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startRounds } from './rounds.ts'
import { takeSiteTurn } from './site-turn.ts'

async function openTurns() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const begin = (ago: string) =>
    db
      .updateTable('site_rounds')
      .set({ begun_at: sql<Date>`now() - ${ago}::interval` })
      .execute()
  return { take: takeSiteTurn(db), begin }
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
      const chore = {
        name: 'say so',
        run: async () => {
          resolve(true)
          return false
        },
      }
      const rounds = startRounds([chore], silentLog, async () => {
        setImmediate(() => resolve(false))
        return ours
      })
      onTestFinished(() => rounds.stop())
    })
  expect([await isDone(true), await isDone(false)]).toEqual([true, false])
})

import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { createEncodingSpeed } from './encoding-speed.ts'

test('the next job is expected to take what the last few took here, and elsewhere where nothing is known', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const [here, elsewhere] = [createEncodingSpeed(db, 'here'), createEncodingSpeed(db, 'elsewhere')]
  expect(await here.now()).toBeUndefined()
  for (const encodingSpeed of [9, 9, 9, 2, 3, 2.5, 40, 2, 2.5, 3, 2, 2.5]) await here.remember(encodingSpeed)
  expect(await here.now()).toBe(2.5)
  expect(await elsewhere.now()).toBe(2.5)
  await elsewhere.remember(0.5)
  expect([await here.now(), await elsewhere.now()]).toEqual([2.5, 0.5])
  for (const impossible of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 9000]) await here.remember(impossible)
  expect(await here.now()).toBe(2.5)
  expect((await db.selectFrom('machine_paces').select('pace').where('host', '=', 'here').execute()).length).toBe(9)
})

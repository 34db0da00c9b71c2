import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { createMemoryCache } from '../platform/cache/memory-cache.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { clientNetworks } from '../platform/network/client-network.ts'
import { lockAllAdmins } from './lock-admins.ts'
import { createTokens } from './sessions/tokens.ts'
import { createCodes } from './sign-in/codes.ts'
import { insertUser } from './users.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const addUser = (username: string, group: 'user' | 'admin') =>
  insertUser(database.db, { id: newId(), username, email: `${username}@example.com`, groups: [group] })

test('the second of two admins who leave at once sees that it is the last', async () => {
  const { db } = database
  const [first, second] = [await addUser('anna', 'admin'), await addUser('bela', 'admin')]
  let late: Promise<string[]> | undefined
  await db.transaction().execute(async (transaction) => {
    expect(await lockAllAdmins(transaction)).toEqual([first.id, second.id])
    late = db.transaction().execute(lockAllAdmins)
    // Long enough for the other to read, if no lock stopped it.
    await wait(200)
    await transaction.deleteFrom('users').where('id', '=', first.id).execute()
  })
  expect(await late).toEqual([second.id])
})

test('of many codes that are requested at once one is valid', async () => {
  const { db } = database
  const { id } = await addUser('carl', 'user')
  const codes = createCodes(db, createTokens('a secret of thirty-two characters'), createMemoryCache())
  const by = { account: id, networks: clientNetworks('203.0.113.7'), device: undefined }
  const issued = await Promise.all(Array.from({ length: 8 }, () => codes.issue(id, 'reset-password', { by })))
  const valid = await db.selectFrom('codes').select('id').where('user_id', '=', id).where('used_at', 'is', null).execute()
  expect(valid).toHaveLength(1)
  const { code = '' } = issued.find((each) => each.id === valid[0]?.id) ?? {}
  expect(await codes.redeem({ userId: id, purpose: 'reset-password', code, by })).toBe(true)
})

test('of many concurrent tries of one code only five are compared', async () => {
  const { db } = database
  const { id } = await addUser('dana', 'user')
  const codes = createCodes(db, createTokens('a secret of thirty-two characters'), createMemoryCache())
  const { code } = await codes.issue(id, 'sign-in')
  const wrong = code === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 20 }, () => codes.redeem({ userId: id, purpose: 'sign-in', code: wrong })))
  const row = await db.selectFrom('codes').select('tries').where('user_id', '=', id).executeTakeFirst()
  expect(row?.tries).toBe(5)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/services/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { insertUser } from '../users.ts'
import { createSessions } from './sessions.ts'
import { createTokens } from './tokens.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a sign-in with a password that was changed meanwhile opens no session', async () => {
  const { db } = database
  const sessions = createSessions(db, createTokens('a secret of thirty-two characters'))
  const id = newId()
  const user = await insertUser(db, { id, username: 'vera', email: 'vera@example.com', password_hash: 'old', groups: ['user'] })
  await sessions.open(user, 'Chrome on Windows')
  await db.updateTable('users').set({ password_hash: 'new' }).where('id', '=', id).execute()
  await expect(sessions.open(user, 'Chrome on Windows')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toHaveLength(1)
})

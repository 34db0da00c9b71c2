import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Database } from './database/database.ts'
import { openLocalStorage } from './storage/local-storage.ts'
import { deleteUnfinished, finishFile, giveUpFile, listUnfinished } from './unfinished-files.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const openStorage = async () => openLocalStorage({ folder: await temporaryFolder(), linkBase: 'http://localhost', secret: 's'.repeat(32) })
const age = (key: string) =>
  sql`update unfinished_files set started_at = now() - interval '2 hours' where key = ${key}`.execute(database.db)
const finish = (key: string) => database.db.transaction().execute((transaction) => finishFile(transaction, key))

test('a file that a killed process has left is deleted after an hour, one that is finished or young is kept', async () => {
  const { db } = database
  const storage = await openStorage()
  for (const key of ['left', 'finished', 'young']) {
    await listUnfinished(db, key)
    await storage.put(key, Readable.from([Buffer.from('x')]))
  }
  await finish('finished')
  await age('left')
  while (await deleteUnfinished(db, storage));
  expect(await storage.head('left')).toBeUndefined()
  expect(await storage.head('finished')).toBeDefined()
  expect(await storage.head('young')).toBeDefined()
  // Late, but its file is gone: the row that would refer to it must not be written.
  await expect(finish('left')).rejects.toThrow('took too long')
})

test('a file that is given up is deleted at once', async () => {
  const storage = await openStorage()
  await listUnfinished(database.db, 'refused')
  await storage.put('refused', Readable.from([Buffer.from('x')]))
  await giveUpFile(database.db, storage, 'refused')
  expect(await storage.head('refused')).toBeUndefined()
  await expect(finish('refused')).rejects.toThrow()
})

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { connectWithOwner } from '../../testing/services/owner-row.ts'
import { createMigratedUrl } from '../../testing/services/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { newId } from '../platform/database/new-id.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { takeFile } from './take-file.ts'

const url = await createMigratedUrl()
const { db, close } = await databaseAt(url)
afterAll(close)

test.each(['before', 'after'])('an account that is deleted %s the file is stored leaves no file', async (moment) => {
  const { userId } = await connectWithOwner(url)
  const folder = await temporaryFolder()
  const storage = await openLocalStorage({ folder: join(folder, 'storage'), linkBase: 'http://localhost', secret: 's'.repeat(32) })
  const path = join(folder, 'source')
  await writeFile(path, 'film')
  const deleteAccount = () => db.deleteFrom('users').where('id', '=', userId).execute()
  const deps = {
    db,
    storage: {
      ...storage,
      putFile: async (key: string, source: string) => {
        if (moment === 'before') await deleteAccount()
        const stored = await storage.putFile(key, source)
        if (moment === 'after') await deleteAccount()
        return stored
      },
    },
    reserveSpace: async () => 4,
    maxUploadBytes: 1000,
  }
  const file = { id: newId(), userId, filename: 'a.mp4', path, bytes: 4, contentHash: Buffer.alloc(32) }
  await expect(takeFile(deps, file)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual([])
})

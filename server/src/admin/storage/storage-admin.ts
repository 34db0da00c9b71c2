import { join } from 'node:path'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { diskSpace } from '../../platform/disk-space.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordAction, recordRun } from '../audit/audit.ts'
import { cleanTemp, type TempFolders } from './clean-temp.ts'
import { withCleanupLock } from './cleanup-lock.ts'
import { createInventory } from './inventory.ts'
import { sumTrash } from './list-trash.ts'
import { optimize } from './optimize.ts'
import { makeReport } from './storage-report.ts'
import { readStorageStats } from './storage-stats.ts'
import { createTrash, type Trash } from './trash.ts'
import { listUnused } from './unused-qualities.ts'

type StorageAdminKeys =
  | 'GET /admin/storage/stats'
  | 'POST /admin/storage/cleanup-temp'
  | 'POST /admin/storage/optimize'
  | 'GET /admin/storage/report'
  | 'GET /admin/storage/unused-qualities'
  | TrashKeys

type TrashKeys = 'GET /admin/storage/trash' | 'POST /admin/storage/trash/restore' | 'DELETE /admin/storage/trash'

export interface StorageAdminDeps {
  db: Db
  storage: Storage
  bucketName: string
  dataDir: string
  tempFolders: TempFolders
}

export function storageAdminHandlers({ db, storage, bucketName, dataDir, tempFolders }: StorageAdminDeps): Handlers<StorageAdminKeys> {
  const inventory = createInventory(db, storage)
  const trash = createTrash({ db, storage, tempPath: (name) => pathOf(tempFolders, name) })
  const readInventory = inventory.read

  const nameOf = async (userId: string): Promise<string> =>
    (await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst())?.username ?? 'a deleted user'

  return {
    'GET /admin/storage/stats': async () => ({
      result: await readStorageStats({ db, readInventory, bucketName, disk: () => diskSpace(dataDir) }),
    }),

    'POST /admin/storage/cleanup-temp': async ({ body, caller }) => {
      const dryRun = body?.dryRun ?? false
      const by = await nameOf(caller.userId)
      const clean = () => cleanTemp({ db, storage, trash, folders: tempFolders }, dryRun, by)
      const run = { actorId: caller.userId, action: 'storage.cleanup-temp' }
      return withCleanupLock(db, async () => ({
        result: dryRun
          ? await clean()
          : await recordRun(db, run, clean, ({ deletedCount, freedSpace }) => ({ count: deletedCount, bytes: freedSpace })),
      }))
    },

    'POST /admin/storage/optimize': async ({ body, caller }) => {
      const dryRun = body?.dryRun ?? false
      const by = await nameOf(caller.userId)
      const tidy = () => optimize({ db, storage, trash }, dryRun, by)
      const run = { actorId: caller.userId, action: 'storage.optimize' }
      return withCleanupLock(db, async () => ({
        result: dryRun
          ? await tidy()
          : await recordRun(db, run, tidy, ({ orphanedFiles, missingFiles, freedSpace: bytes }) => ({
              orphanedFiles,
              missingFiles,
              bytes,
            })),
      }))
    },

    'GET /admin/storage/report': async ({ query: { format, period }, caller }) => {
      const report = await makeReport({ db, readInventory }, format, period)
      await recordAction(db, { actorId: caller.userId, action: 'storage.report', details: { format, period } })
      return report
    },

    'GET /admin/storage/unused-qualities': ({ query }) => listUnused(db, query),

    ...trashHandlers(db, trash),
  }
}

function pathOf(folders: TempFolders, name: string): string {
  const [root, ...rest] = name.split('/')
  return join(folders[root === 'scratch' || root === 'resumable' ? root : 'incoming'], ...rest)
}

function trashHandlers(db: Db, trash: Trash): Handlers<TrashKeys> {
  return {
    'GET /admin/storage/trash': ({ query }) => trash.list(query),

    'POST /admin/storage/trash/restore': async ({ body, caller }) => {
      const run = { actorId: caller.userId, action: 'trash.restore' }
      const result = await recordRun(
        db,
        run,
        () => trash.restore(body.ids),
        ({ restored }) => ({ count: restored }),
      )
      return { result }
    },

    'DELETE /admin/storage/trash': async ({ query: { dryRun }, caller }) => {
      if (dryRun) {
        const { files, bytes } = await sumTrash(db)
        return { result: { deletedCount: files, freedSpace: bytes, dryRun } }
      }
      return withCleanupLock(db, async () => {
        const run = { actorId: caller.userId, action: 'trash.empty' }
        const empty = () => trash.empty(new Date())
        const emptied = await recordRun(db, run, empty, ({ deletedCount, freedSpace }) => ({ count: deletedCount, bytes: freedSpace }))
        return { result: { ...emptied, dryRun } }
      })
    },
  }
}

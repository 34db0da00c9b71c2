import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TempResult } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { runningList } from '../../platform/database/status-sql.ts'
import { parseFolderName, type ScratchFolder } from '../../platform/scratch/scratch-names.ts'
import type { Storage, StoredObject } from '../../platform/storage/storage.ts'
import { isOpenUpload, neededUploads } from './open-uploads.ts'
import type { Trash } from './trash.ts'

/** Folders of this machine in which work leaves things behind when it is killed. */
export interface TempFolders {
  /** Folders of jobs, parts and sources; see platform/scratch/scratch-names.ts. */
  scratch: string
  /** Files on their way into storage. */
  incoming: string
  /** Pieces of uploads, and what is known of each: `<upload>` and `<upload>.json`. */
  resumable: string
}

interface CleanDeps {
  db: Db
  storage: Storage
  trash: Trash
  folders: TempFolders
}

interface StaleEntry {
  root: keyof TempFolders
  entry: string
  files: { path: string; name: string; bytes: number }[]
}

const mostListed = 200
const uploadBatch = 500
const staleMs = limits.tempFileHours * 3_600_000

const reasons: Record<keyof TempFolders, string> = {
  scratch: 'Left by work that ended',
  incoming: 'A transfer that broke off',
  resumable: 'Pieces of an upload that nobody knows any more',
}

/** Finds, and unless it is a dry run removes, what killed work and given-up uploads left behind over a day ago. */
export async function cleanTemp(parts: CleanDeps, dryRun: boolean, by: string): Promise<TempResult> {
  const items: TempResult['items'] = []
  const done = { deletedCount: 0, freedSpace: 0 }
  const count = (name: string, bytes: number, reason: string) => {
    done.deletedCount += 1
    done.freedSpace += bytes
    if (items.length < mostListed) items.push({ name, bytes, reason })
  }

  for (const root of ['scratch', 'incoming', 'resumable'] as const) {
    const reason = reasons[root]
    for await (const stale of staleEntries(parts.folders, root)) {
      await ifNobodyWorksInIt(parts.db, stale, async () => {
        for (const { path, name, bytes } of stale.files) {
          if (dryRun || (await parts.trash.takeFile(path, name, bytes, { reason, by }))) count(name, bytes, reason)
        }
        if (!dryRun) await rm(join(parts.folders[root], stale.entry), { recursive: true, force: true })
      })
    }
  }

  const reason = 'An upload that was never confirmed'
  for await (const objects of staleUploads(parts.storage)) {
    const needed = await neededUploads(
      parts.db,
      objects.map(({ key }) => key),
    )
    for (const object of objects.filter(({ key }) => !needed.has(key))) {
      if (dryRun || (await parts.trash.takeObject(object, { reason, by }))) count(object.key, object.size, reason)
    }
  }
  return { ...done, dryRun, items }
}

/** Entries of a folder in which nothing has changed for a day. */
async function* staleEntries(folders: TempFolders, root: keyof TempFolders): AsyncGenerator<StaleEntry> {
  for (const entry of await readdir(folders[root]).catch(() => [])) {
    const path = join(folders[root], entry)
    const inside = await readdir(path, { recursive: true }).catch(() => [])
    const files: StaleEntry['files'] = []
    let newest = 0
    for (const name of ['', ...inside]) {
      const info = await stat(join(path, name)).catch(() => undefined)
      if (!info) continue
      newest = Math.max(newest, info.mtimeMs)
      if (info.isFile()) files.push({ path: join(path, name), name: [root, entry, name].filter(Boolean).join('/'), bytes: info.size })
    }
    if (newest > 0 && Date.now() - newest > staleMs) yield { root, entry, files }
  }
}

/**
 * A job or part that a worker has keeps its folder, however long nothing changes in it. The row is locked while the folder is deleted: a worker
 * that claims it at this moment waits, and then finds the whole folder gone.
 */
async function ifNobodyWorksInIt(db: Db, { root, entry }: StaleEntry, work: () => Promise<void>): Promise<void> {
  if (root === 'resumable') return (await isOpenUpload(db, entry.replace(/\.json$/, ''))) ? undefined : work()
  const { folder } = parseFolderName(entry)
  if (folder.kind === 'temporary') return work()
  await db.transaction().execute(async (transaction) => {
    const { rows } = await busyQuery(folder).execute(transaction)
    if (!rows[0]?.busy) await work()
  })
}

const busyQuery = (folder: Exclude<ScratchFolder, { kind: 'temporary' }>) =>
  folder.kind === 'job'
    ? sql<{ busy: boolean }>`
        select status in ${runningList} and attempts = ${folder.attempt} as busy
        from jobs where id = ${folder.jobId}::uuid for share`
    : sql<{ busy: boolean }>`
        select state = 'working' and take = ${folder.leaseNumber} as busy
        from job_parts where job_id = ${folder.jobId}::uuid and number = ${folder.partNumber} for share`

async function* staleUploads(storage: Storage): AsyncGenerator<StoredObject[]> {
  let batch: StoredObject[] = []
  for await (const object of storage.list('uploads/')) {
    if (Date.now() - object.modifiedAt.getTime() > staleMs) batch.push(object)
    if (batch.length === uploadBatch) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

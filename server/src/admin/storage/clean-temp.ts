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

/** Folders of this machine in which killed work leaves files behind. */
export interface TempFolders {
  /** Folders of jobs, parts and sources; see platform/scratch/scratch-names.ts. */
  scratch: string
  /** Files on their way into storage. */
  incoming: string
  /** Parts of resumable uploads with their description: `<upload>` and `<upload>.json`. */
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

const maxListed = 200
const uploadBatch = 500
const staleMs = limits.tempFileHours * 3_600_000

const reasons: Record<keyof TempFolders, string> = {
  scratch: 'Left over from a job',
  incoming: 'Interrupted transfer',
  resumable: 'Part of an upload that no longer exists',
}

/** Moves files of killed jobs and abandoned uploads that are over a day old to the trash; a dry run only lists them. */
export async function cleanTemp(parts: CleanDeps, dryRun: boolean, by: string): Promise<TempResult> {
  const items: TempResult['items'] = []
  const totals = { deletedCount: 0, freedSpace: 0 }
  const count = (name: string, bytes: number, reason: string) => {
    totals.deletedCount += 1
    totals.freedSpace += bytes
    if (items.length < maxListed) items.push({ name, bytes, reason })
  }

  for (const root of ['scratch', 'incoming', 'resumable'] as const) {
    const reason = reasons[root]
    for await (const stale of staleEntries(parts.folders, root)) {
      await ifUnused(parts.db, stale, async () => {
        for (const { path, name, bytes } of stale.files) {
          if (dryRun || (await parts.trash.copyFile(path, name, bytes, { reason, by }))) count(name, bytes, reason)
        }
        if (!dryRun) await rm(join(parts.folders[root], stale.entry), { recursive: true, force: true })
      })
    }
  }

  const reason = 'Upload that was never confirmed'
  for await (const objects of staleUploads(parts.storage)) {
    const needed = await neededUploads(
      parts.db,
      objects.map(({ key }) => key),
    )
    for (const object of objects.filter(({ key }) => !needed.has(key))) {
      if (dryRun || (await parts.trash.moveObject(object, { reason, by }))) count(object.key, object.size, reason)
    }
  }
  return { ...totals, dryRun, items }
}

/** Entries of a folder without a change for a day. */
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
 * A running job or part keeps its folder, however old the files are. The row is locked while the folder is removed, so that a worker that
 * claims it at this moment waits, and then finds the whole folder gone and not half of it.
 */
async function ifUnused(db: Db, { root, entry }: StaleEntry, work: () => Promise<void>): Promise<void> {
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

import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { defaultFormats } from '@video-forge/contract/rules/formats'
import type { subfolderUses } from '@video-forge/contract/rules/import-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'
import { createTaskIn } from '../../platform/tasks/create-task.ts'
import { exportFolderOf, exportIn, playlistsFile } from '../readers/folder/export-folder.ts'
import { fileInside, realFolders } from '../readers/folder/folder-place.ts'
import { foldersIn } from '../readers/folder/folders-in.ts'
import { readAccount } from '../readers/unpacked-export.ts'
import { storableText } from '../storable.ts'

export interface WatchOptions {
  db: Db
  dir: string
  /** A user name; undefined for the first admin. */
  owner: string | undefined
  subfolders: (typeof subfolderUses)[number]
  /** As user names are compared. */
  nameKey: (username: string) => string
  /** How long a file must not change before it is taken. */
  quietMs?: number
}

const everyMs = 15_000
/** More files wait for the next import. */
const maxFiles = 500
const batchSize = 200

interface WatchedFile {
  path: string
  size: number
  modifiedAt: Date
  /** No file beside it is being written. */
  isQuiet: boolean
}

/** The playlists of an unpacked export may arrive after its videos: they are given to an import as if they were a video. */
async function* playlistsIn(exportFolder: string, root: string): AsyncGenerator<WatchedFile> {
  const path = playlistsFile(exportFolder)
  const real = await fileInside(path, root)
  if (!real || storableText(path) !== path || !(await readAccount(exportIn(exportFolder, root)))) return
  const { size, mtime } = await stat(real)
  yield { path, size, modifiedAt: mtime, isQuiet: true }
}

/** The videos of the folder, as they are now. Nothing is moved or deleted. */
async function* filesIn(root: string, quietMs: number): AsyncGenerator<WatchedFile> {
  let lastExport: string | undefined
  for await (const found of foldersIn(root)) {
    const { folder, groups } = found
    const exportFolder = exportFolderOf(found)
    if (exportFolder !== undefined && exportFolder !== lastExport) {
      lastExport = exportFolder
      yield* playlistsIn(exportFolder, root)
    }
    for (const { video, sidecars } of groups) {
      const path = join(folder, video)
      const real = await fileInside(path, root)
      if (!real || storableText(path) !== path) continue
      const { size, mtime } = await stat(real)
      const others = await Promise.all(sidecars.map((name) => stat(join(folder, name)).catch(() => undefined)))
      const isQuiet = others.every((other) => !other || Date.now() - other.mtimeMs > quietMs)
      yield { path, size, modifiedAt: mtime, isQuiet }
    }
  }
}

/** Stores what is seen, and returns which files have not changed since an earlier look and were not taken yet. */
async function compare(db: Db, files: readonly WatchedFile[], quietMs: number): Promise<string[]> {
  const { rows } = await sql<{ path: string; is_still: boolean }>`
    insert into watched_files as known (path, size, modified_at)
    select * from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ modifiedAt }) => modifiedAt.toISOString())}::timestamptz[])
    on conflict (path) do update set
      size = excluded.size,
      modified_at = excluded.modified_at,
      seen_at = case when known.size = excluded.size and known.modified_at = excluded.modified_at then known.seen_at else now() end,
      task_id = case when known.size = excluded.size and known.modified_at = excluded.modified_at then known.task_id end
    returning path, task_id is null and seen_at < now() - make_interval(secs => ${quietMs / 1000}) as is_still`.execute(db)
  const still = new Set(rows.filter((row) => row.is_still).map(({ path }) => path))
  return files.filter(({ path, isQuiet }) => isQuiet && still.has(path)).map(({ path }) => path)
}

async function findOwner({ db, owner, nameKey }: WatchOptions): Promise<string | undefined> {
  const users = db.selectFrom('users').select('id')
  const found = owner
    ? users.where('username_key', '=', nameKey(owner))
    : users.where(sql<boolean>`'admin' = any(groups)`).orderBy('id').limit(1)
  return (await found.executeTakeFirst())?.id
}

/** Two imports of one folder at once would only wait for each other. */
const isImporting = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('tasks')
    .select('id')
    .where('ended_at', 'is', null)
    .where('id', 'in', (query) =>
      query.selectFrom('watched_files').select('task_id').where('task_id', 'is not', null).$castTo<{ task_id: string }>(),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

async function lookOnce(options: WatchOptions): Promise<void> {
  const { db, dir, subfolders, quietMs = 10_000 } = options
  const [root] = await realFolders([dir])
  if (root === undefined) throw new Error('WATCH_DIR is not a folder that can be read')
  const ready: string[] = []
  let batch: WatchedFile[] = []
  const flush = async () => {
    if (batch.length > 0) ready.push(...(await compare(db, batch, quietMs)))
    batch = []
  }
  for await (const file of filesIn(root, quietMs)) {
    batch.push(file)
    if (batch.length >= batchSize) await flush()
    if (ready.length >= maxFiles) break
  }
  await flush()
  if (ready.length === 0 || (await isImporting(db))) return
  const userId = await findOwner(options)
  if (userId === undefined) throw new Error('there is no user with the name of WATCH_OWNER')
  const paths = ready.slice(0, maxFiles)
  const files = paths.map((path) => relative(root, path))
  const request = { kind: 'folder', path: root, subfolders, files, visibility: 'keep', formats: defaultFormats }
  await db.transaction().execute(async (transaction) => {
    const id = await createTaskIn(transaction, { userId, kind: 'import', title: 'Import of new files', request: { request } })
    await transaction.updateTable('watched_files').set({ task_id: id }).where('path', 'in', paths).execute()
  })
}

/** Imports new files of a folder as soon as nobody writes them any more. One process of the site does it. */
export const watchFolderTask = (options: WatchOptions): Task => ({
  name: 'look for new files in WATCH_DIR',
  everyMs,
  needsLease: true,
  run: async () => {
    await lookOnce(options)
    return false
  },
})

import { statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openStorage } from '../open-platform.ts'
import { reachDatabase } from '../platform/database/database.ts'
import { closeFolder, ownerOnly } from '../private-files.ts'
import { copyOut, findAbsent, removeUnused } from './copy-files.ts'
import { dumpRows } from './dump-rows.ts'
import { listPath, type Manifest, manifestPath, secretPath } from './manifest.ts'

/**
 * Copies a snapshot of the running site into a folder. Rows come first, then the files they refer to: later files are not referred to,
 * and the rows of files that are deleted meanwhile are left out. In the other order, every video added in between would be a row
 * without its file. The same folder can be used again; then only new files are copied.
 */
export async function backUp(config: Config, folder: string, log: Logger, { leaveFiles = false } = {}): Promise<Manifest> {
  requireOwnSite(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The backup contains all videos and the secret that signs tokens.
  closeFolder(folder, ownerOnly)
  const madeAt = new Date().toISOString()
  const rowsFolder = `rows-${madeAt.replaceAll(/[:.]/g, '-')}`
  const database = await reachDatabase(config, log)
  const client = new Client({ ...database.connection, application_name: 'video-forge backup' })
  client.on('error', () => {})
  const files = await openStorage({ ...config, role: 'worker' }, '/unused', 'unused', log)
  try {
    await client.connect()
    const { schema, rows } = await dumpRows(client, folder, rowsFolder)
    const list = listPath(folder, rowsFolder)
    const { count, bytes, absent } = leaveFiles
      ? { count: 0, bytes: 0, absent: await findAbsent(files.storage, list) }
      : await copyOut(files.storage, folder, list)
    const missing = await findLost(client, absent)
    const manifest: Manifest = {
      format: 1,
      madeAt,
      schema,
      rowsFolder,
      rows,
      files: { kind: leaveFiles ? 'left in place' : 'copied', count, bytes },
      deletedMeanwhile: absent.filter((key) => !missing.includes(key)),
      missing,
    }
    // A secret from the environment is not part of the backup.
    if (!config.authSecret) await copyFile(join(config.dataDir, 'auth-secret'), secretPath(folder))
    await writeFile(`${manifestPath(folder)}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(`${manifestPath(folder)}.new`, manifestPath(folder))
    await removeOlder(folder, rowsFolder)
    if (!leaveFiles) await removeUnused(folder, list)
    return manifest
  } finally {
    files.close()
    await client.end().catch(() => {})
    await database.stop()
  }
}

const nobodyUid = 65_534

/** The embedded database is started if it does not run; started by root, its files would change their owner. */
function requireOwnSite({ database, dataDir }: Config): void {
  if (database.kind !== 'embedded') return
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })?.uid
  if (owner === undefined) throw new Error(`There is no site in ${dataDir}; set DATA_DIR, or DATABASE_URL.`)
  if (process.getuid?.() === 0 && owner !== 0 && owner !== nobodyUid) {
    throw new Error(`${dataDir} belongs to the user with id ${owner}. Run this as that user, not as root.`)
  }
}

/** The missing files that current rows still refer to: they were not deleted, they are lost. */
async function findLost(client: Client, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[]) as key where exists (select from videos where key in (original_key, shared_key, thumbnail_key, chosen_card(thumbnail_key)))
       or exists (select from replacements where original_key = key) or exists (select from trashed_videos where key = any(files))
       or exists (select from assets where storage_key = key or details::text like '%' || to_json(key)::text || '%')`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

async function removeOlder(folder: string, rowsFolder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('rows-') && name !== rowsFolder) await rm(join(folder, name), { recursive: true, force: true })
  }
}

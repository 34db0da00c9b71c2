import { statSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openStorage } from '../open-platform.ts'
import { reachDatabase } from '../platform/database/database.ts'
import { closeFolder, ownerOnly } from '../private-files.ts'
import { copyOut, dropUnnamed, findAbsent } from './copy-files.ts'
import { dumpRows } from './dump-rows.ts'
import { listPath, type Manifest, manifestPath, secretPath } from './manifest.ts'

/**
 * Copies the site as it was at one moment into a folder, while it goes on. Rows first, then the files they name: a file that comes
 * later is not named, and one that is deleted meanwhile takes its rows out of the backup. The other way round, every video made
 * in between would be a row without its file. The same folder may be used again, and then only new files are copied.
 */
export async function backUp(config: Config, folder: string, log: Logger, { leaveFiles = false } = {}): Promise<Manifest> {
  requireOwnSite(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // It holds everybody's videos and the secret that signs tokens.
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
    const missing = await stillNamed(client, absent)
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
    // A secret that the environment gives is not ours to keep.
    if (!config.authSecret) await copyFile(join(config.dataDir, 'auth-secret'), secretPath(folder))
    await writeFile(`${manifestPath(folder)}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(`${manifestPath(folder)}.new`, manifestPath(folder))
    await forgetOlder(folder, rowsFolder)
    if (!leaveFiles) await dropUnnamed(folder, list)
    return manifest
  } finally {
    files.close()
    await client.end().catch(() => {})
    await database.stop()
  }
}

const nobody = 65_534

/** The embedded database is started when it does not run, and root would make another user's its own. */
function requireOwnSite({ database, dataDir }: Config): void {
  if (database.kind !== 'embedded') return
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })?.uid
  if (owner === undefined) throw new Error(`There is no site in ${dataDir}; set DATA_DIR, or DATABASE_URL.`)
  if (process.getuid?.() === 0 && owner !== 0 && owner !== nobody) {
    throw new Error(`${dataDir} belongs to the user with the number ${owner}; run this as that user, not as root.`)
  }
}

/** Of the files that were not there, those that rows name at this moment too: nobody deleted them, they are lost. */
async function stillNamed(client: Client, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[]) as key where exists (select from videos where key in (original_key, shared_key))
       or exists (select from assets where storage_key = key or details::text like '%' || to_json(key)::text || '%')`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

async function forgetOlder(folder: string, rowsFolder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('rows-') && name !== rowsFolder) await rm(join(folder, name), { recursive: true, force: true })
  }
}

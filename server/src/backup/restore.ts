import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openStorage } from '../open-platform.ts'
import { reachDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { errorCode } from '../platform/error-code.ts'
import { closeDataFolder } from '../private-files.ts'
import { copyIn, findAbsent } from './copy-files.ts'
import { loadRows } from './load-rows.ts'
import { listPath, type Manifest, readManifest, secretPath } from './manifest.ts'

/** Parts of running jobs are not in a backup, so a video that was being watched while it was encoded has nothing to play until its job runs. */
const unreadyGrowingVideos = `
  update videos set status = 'processing'
  where status = 'ready' and not exists (select from assets where job_id = videos.id and asset_type like 'TRANSCODE%')`

const forgetThumbnails = 'update videos set thumbnail_key = null, thumbnail_bytes = 0 where thumbnail_key = any($1)'

/**
 * Restores a backup into an empty site. Files come first, then all rows in one transaction, which commits only if every needed file
 * exists: after a failure the site is still empty, and the restore can be repeated.
 */
export async function restore(config: Config, folder: string, log: Logger): Promise<Manifest> {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error(`There is no backup in ${folder}: it has no backup.json.`)
  closeDataFolder(config, log)
  const database = await reachDatabase(config, log)
  const client = new Client({ ...database.connection, application_name: 'video-forge restore' })
  client.on('error', () => {})
  const files = await openStorage({ ...config, role: 'worker' }, '/unused', 'unused', log)
  const list = listPath(folder, manifest.rowsFolder)
  try {
    await client.connect()
    await refuseIfUsed(client)
    await migrate(database.connection, manifest.schema)
    if (!config.authSecret) await adoptSecret(folder, config.dataDir)
    if (manifest.files.kind === 'copied') await copyIn(files.storage, folder, list)

    await client.query('begin')
    await loadRows(client, folder, manifest)
    const expected = new Set([...manifest.deletedMeanwhile, ...manifest.missing])
    const absent = (await findAbsent(files.storage, list)).filter((key) => !expected.has(key))
    if (absent.length > 0) {
      throw new Error(`Nothing was restored: ${absent.length} files are missing or incomplete, the first is ${absent[0]}.`)
    }
    await client.query('delete from assets where storage_key = any($1)', [manifest.deletedMeanwhile])
    await client.query('delete from videos where original_key = any($1)', [manifest.deletedMeanwhile])
    const trashed = manifest.deletedMeanwhile.filter((key) => key.startsWith('videos/'))
    if (trashed.length > 0 && manifest.rows['trashed_videos']) await client.query('delete from trashed_videos where files && $1', [trashed])
    const thumbnails = manifest.deletedMeanwhile.filter((key) => key.includes('/thumbnail/'))
    // Backups of earlier versions name none, and have no such column.
    if (thumbnails.length > 0) await client.query(forgetThumbnails, [thumbnails])
    const replacements = manifest.deletedMeanwhile.filter((key) => /\/original\/[^/]+\//.test(key))
    if (replacements.length > 0) await client.query(cancelReplacements, [replacements])
    await client.query(unreadyGrowingVideos)
    await client.query('commit')
    await migrate(database.connection)
    await client.query('select restart_search()')
    return manifest
  } finally {
    files.close()
    await client.end().catch(() => {})
    await database.stop()
  }
}

/** Their new files were given up while the backup was made. A trigger deletes the row of each. */
const cancelReplacements = `
  update jobs set status = 'CANCELLED', stage = null, eta_seconds = null, error_cause = 'cancelled', finished_at = now()
  where id in (select video_id from replacements where original_key = any($1))`

async function refuseIfUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('public.users') is not null as is_there`)
  if (!rows[0]?.is_there) return
  const { rows: users } = await client.query('select 1 from users limit 1')
  if (users.length > 0) {
    throw new Error('This site is not empty, and a restore never overwrites anything. Use an empty DATA_DIR or an empty database.')
  }
}

/** Sessions and links stay valid only with the old secret. A backup has none if the secret was set by the environment. */
async function adoptSecret(folder: string, dataDir: string): Promise<void> {
  await copyFile(secretPath(folder), join(dataDir, 'auth-secret')).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}

import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { backUp } from './back-up.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

/** `backup FOLDER [--rows-only]` and `restore FOLDER`; returns the message for the terminal. */
export async function runBackupCommand([command, ...args]: readonly string[], config: Config, log: Logger): Promise<string> {
  const leaveFiles = args.includes('--rows-only')
  const [folder, ...more] = args.filter((arg) => arg !== '--rows-only')
  if (!folder || more.length > 0 || folder.startsWith('-')) {
    throw new Error('Please name a folder: npm run backup -- FOLDER [--rows-only], or npm run restore -- FOLDER')
  }
  const path = resolve(folder)
  if (command === 'restore') return `Restored ${describe(await restore(config, path, log))} from ${path}. Start Video Forge to use it.`
  const manifest = await backUp(config, path, log, { leaveFiles })
  const lost = manifest.missing.length
  return [
    `Backed up ${describe(manifest)} to ${path}.`,
    ...(lost > 0 ? [`${lost} files are missing in the storage, so they are not in the backup; backup.json lists them.`] : []),
  ].join('\n')
}

function describe({ madeAt, rows, files }: Manifest): string {
  const videos = `${rows['videos'] ?? 0} videos of ${rows['users'] ?? 0} people as of ${madeAt}`
  return files.kind === 'copied' ? `${videos}, with ${files.count} files of ${files.bytes} bytes` : `${videos}; their files stay in storage`
}

import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Other users may not read our files. With X_ACCEL_PREFIX the group, which nginx belongs to, may. */
export const ownerOnly = 0o077
const groupMayRead = 0o027
export const fileMask = ({ accelPrefix }: Pick<Config, 'accelPrefix'>) => (accelPrefix === undefined ? ownerOnly : groupMayRead)

/** Creates the folders of DATA_DIR and closes them to other users, also those that already exist. */
export function closeDataFolder(config: Pick<Config, 'dataDir' | 'accelPrefix' | 'storage'>, log: Logger): void {
  const { dataDir, accelPrefix, storage } = config
  const inside = (...names: string[]) => join(dataDir, ...names)
  const onTheWay = accelPrefix === undefined ? 0o700 : 0o710
  const close = (act: () => void) => {
    try {
      act()
    } catch (error) {
      log.warn({ err: error }, 'file or folder of DATA_DIR cannot be closed to other users')
    }
  }
  const own = [
    inside('scratch'),
    inside('samples'),
    ...(storage.kind === 'local' ? [inside('storage', 'incoming'), inside('storage', 'resumable')] : []),
  ]
  for (const folder of own) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const folder of [...own, inside('mail')]) close(() => closeFolder(folder, ownerOnly))
  if (storage.kind === 'local') {
    mkdirSync(inside('storage', 'objects'), { recursive: true, mode: 0o700 })
    close(() => closeFolder(inside('storage', 'objects'), fileMask(config)))
    close(() => setMode(inside('storage'), onTheWay))
  }
  for (const file of ['auth-secret', 'postgres.log']) close(() => setMode(inside(file), 0o600))
  close(() => setMode(dataDir, onTheWay))
}

/** Removes the bits of the mask from a folder and everything in it. The folder comes last, so its mode shows that the rest is done. */
export function closeFolder(folder: string, mask: number): void {
  const info = statSync(folder, { throwIfNoEntry: false })
  if (!info || isMode(info, 0o777 & ~mask)) return
  const closeAll = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) closeAll(child)
      else if (entry.isFile()) setMode(child, 0o666 & ~mask)
      if (entry.isDirectory()) setMode(child, 0o777 & ~mask)
    }
  }
  closeAll(folder)
  setMode(folder, 0o777 & ~mask)
}

const isMode = ({ mode }: Stats, wanted: number) => (mode & 0o777) === wanted

function setMode(path: string, mode: number): void {
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info && !isMode(info, mode)) chmodSync(path, mode)
}

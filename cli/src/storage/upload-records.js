import { createHash } from 'node:crypto'
import { readFile, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stateFolder, writePrivate } from './folders.js'

/** @typedef {import('@video-forge/client').UploadState} UploadState */

/**
 * The state of an unfinished upload, in a file of its own, so that the same command continues it after an interruption. A file
 * that changed since is another one.
 * @param {string} site @param {string} path
 */
export async function openRecord(site, path) {
  const [real, { size, mtimeMs }] = [await realpath(path), await stat(path)]
  const name = createHash('sha256')
    .update(JSON.stringify([site, real]))
    .digest('hex')
    .slice(0, 32)
  const file = join(stateFolder(), 'uploads', `${name}.json`)
  return {
    /** @returns {Promise<UploadState | undefined>} */
    async read() {
      try {
        const stored = JSON.parse(await readFile(file, 'utf8'))
        return stored.size === size && stored.mtimeMs === mtimeMs ? stored.state : undefined
      } catch {
        return undefined
      }
    },
    /** @param {UploadState} state */
    save: (state) => writePrivate(file, { site, path: real, size, mtimeMs, state }),
    remove: () => rm(file, { force: true }),
  }
}

import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stateFolder, writePrivate } from './folders.js'

/**
 * Which files of a folder have become videos, in one file for each folder and site, so that running an import again sends only what is
 * new. A file that changed since is another one.
 * @param {string} site @param {string} folder
 */
export async function openImported(site, folder) {
  const real = await realpath(folder)
  const name = createHash('sha256')
    .update(JSON.stringify([site, real]))
    .digest('hex')
    .slice(0, 32)
  const file = join(stateFolder(), 'imports', `${name}.json`)
  /** @type {Record<string, { size: number, mtimeMs: number, id: string }>} */
  const files = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text).files,
    () => ({}),
  )
  let saving = Promise.resolve()
  return {
    /** The video that a file has become. @param {string} path @returns {Promise<string | undefined>} */
    async find(path) {
      const known = files[path]
      const { size, mtimeMs } = await stat(join(real, path))
      return known?.size === size && known.mtimeMs === mtimeMs ? known.id : undefined
    },
    /** @param {string} path @param {string} id */
    async add(path, id) {
      const { size, mtimeMs } = await stat(join(real, path))
      files[path] = { size, mtimeMs, id }
      saving = saving.then(() => writePrivate(file, { site, folder: real, files }))
      await saving
    },
  }
}

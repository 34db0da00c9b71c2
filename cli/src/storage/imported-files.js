import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.js'
import { stateFolder, writePrivate } from './folders.js'
import { claimFile } from './sole-process.js'

/** @typedef {{ size: number, mtimeMs: number }} FileState */

/**
 * Which files of a folder have become videos, and which playlists were used for them, in one file for each folder and site, so that
 * running an import again sends only what is new. A file that changed since is another one. To write it rejects while another process does,
 * because both would send the same files; `close` lets the next one in.
 * @param {string} site @param {string} folder @param {'read' | 'write'} use
 */
export async function openImported(site, folder, use) {
  const real = await realpath(folder)
  const name = createHash('sha256')
    .update(JSON.stringify([site, real]))
    .digest('hex')
    .slice(0, 32)
  const file = join(stateFolder(), 'imports', `${name}.json`)
  const claimed = use === 'write' ? await claimFile(file) : { release: async () => {} }
  if ('other' in claimed)
    throw new CommandError(`This folder is being imported already, by process ${claimed.other}. Please wait until it ends.`, exitCodes.busy)
  /** @type {{ files?: Record<string, FileState & { id: string, isListed?: boolean }>, playlists?: Record<string, string> }} */
  const stored = await readFile(file, 'utf8').then(JSON.parse, () => ({}))
  const { files = {}, playlists = {} } = stored
  let saving = Promise.resolve()
  const save = () => {
    saving = saving.then(() => writePrivate(file, { site, folder: real, files, playlists }))
    return saving
  }
  return {
    /** The video that a file has become. @param {string} path @param {FileState} state @returns {string | undefined} */
    find(path, { size, mtimeMs }) {
      const known = files[path]
      return known?.size === size && known.mtimeMs === mtimeMs ? known.id : undefined
    },
    /** @param {string} path @param {FileState} state As the file was before it was sent. @param {string} id */
    async add(path, { size, mtimeMs }, id) {
      files[path] = { size, mtimeMs, id }
      await save()
    },
    /** Whether a file was put into the playlists of its export; its owner may have taken it out since. @param {string} path */
    isListed: (path) => files[path]?.isListed === true,
    /** @param {readonly string[]} paths */
    async addListed(paths) {
      for (const path of paths) if (files[path]) files[path].isListed = true
      await save()
    },
    /** @param {string} title @returns {string | undefined} */
    findPlaylist: (title) => (Object.hasOwn(playlists, title) ? playlists[title] : undefined),
    /** @param {string} title @param {string} id */
    async addPlaylist(title, id) {
      playlists[title] = id
      await save()
    },
    close: claimed.release,
  }
}

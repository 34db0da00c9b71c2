import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '@video-forge/client'
import { sentenceOf } from '../exit-codes.js'

/** @import { Context } from '../command.js' */
/** @typedef {{ title: string, description: unknown, visibility: unknown, kind: 'list' | 'watch-later', videoIds: string[] }} ExportedPlaylist */
/** @typedef {ReturnType<typeof import('./import-playlists.js').createPlaylists>} Playlists */
/** @typedef {{ path: string, id: string }} ImportedFile A file below the folder, and the video that it has become. */

/** @param {string} path @returns {Promise<Record<string, unknown>>} */
const readJson = (path) => readFile(path, 'utf8').then(JSON.parse, () => ({}))

/** The playlists of an unpacked export. @param {string} folder @returns {Promise<ExportedPlaylist[]>} */
async function readPlaylists(folder) {
  const { playlists } = await readJson(join(folder, 'playlists.json'))
  if (!Array.isArray(playlists)) return []
  return playlists.filter(
    ({ title, kind, videoIds }) => typeof title === 'string' && (kind === 'list' || kind === 'watch-later') && Array.isArray(videoIds),
  )
}

/**
 * Makes the playlists of an unpacked export again, each in its own order. Does nothing for any other folder. Returns sentences about what the site refused.
 * @param {Context} context @param {string} folder @param {readonly ImportedFile[]} files @param {Playlists} playlists
 */
export async function addExportedPlaylists({ settings, signal }, folder, files, playlists) {
  const exported = await readPlaylists(folder)
  if (exported.length === 0) return []
  /** @type {Map<unknown, string>} */
  const videos = new Map()
  for (const { path, id } of files) videos.set((await readJson(join(folder, dirname(path), 'video.json')))['id'], id)
  /** @type {string[]} */
  const notes = []
  for (const { title, description, visibility, kind, videoIds } of exported) {
    /** @type {import('./import-playlists.js').Details} */
    const details = {
      title,
      description: typeof description === 'string' ? description : '',
      visibility: visibility === 'public' || visibility === 'link' ? visibility : 'private',
    }
    try {
      for (const id of videoIds) {
        const video = videos.get(id)
        if (video !== undefined) await (kind === 'list' ? playlists.add(details, video) : playlists.addLater(video))
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError && (error.isTemporary || error.isServerFault)) throw error
      notes.push(`Playlist "${title}": ${sentenceOf(error, settings.url)}`)
    }
  }
  return notes
}

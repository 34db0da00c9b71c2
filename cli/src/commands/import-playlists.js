import { ApiError } from '@video-forge/client'

/** @import { Context } from '../command.js' */
/** @typedef {{ title: string, description?: string, visibility?: 'public' | 'link' | 'private' }} Details Of a new one; private unless given. */
/** @typedef {{ findPlaylist: (title: string) => string | undefined, addPlaylist: (title: string, id: string) => Promise<void> }} Known */

/**
 * Puts videos into playlists by their titles. One that an earlier run has used is known by its id, so that its owner may rename it; otherwise one
 * of their own with the same title, and otherwise a new one.
 * @param {Context} context @param {Known} known
 */
export function createPlaylists({ forge, signal }, known) {
  /** @type {Map<string, string> | undefined} */
  let own
  const readOwn = async () => {
    /** @type {Map<string, string>} */
    const found = new Map()
    /** @type {string | undefined} */
    let cursor
    do {
      const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
      const { playlists, nextCursor } = await forge.call('GET /playlists', { query }, { signal })
      // The oldest one of several, as the site does.
      for (const { id, title, kind } of playlists) if (kind === 'list') found.set(title, id)
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  }
  /** @param {Details} details */
  const findOrMake = async ({ title, description = '', visibility = 'private' }) => {
    own ??= await readOwn()
    const body = { title, visibility, ...(description !== '' && { description }) }
    const id = own.get(title) ?? (await forge.call('POST /playlists', { body }, { signal })).playlist.id
    own.set(title, id)
    await known.addPlaylist(title, id)
    return id
  }
  /** @param {string} id @param {string} videoId */
  const put = (id, videoId) => forge.call('POST /playlists/{id}/videos/{videoId}', { params: { id, videoId } }, { signal })

  return {
    /** @param {Details} details @param {string} videoId */
    async add(details, videoId) {
      const title = details.title.normalize()
      const used = known.findPlaylist(title)
      if (used !== undefined) {
        try {
          return await put(used, videoId)
        } catch (error) {
          if (!(error instanceof ApiError && error.isNotFound)) throw error
          // Its owner has deleted it.
          own?.delete(title)
        }
      }
      return put(await findOrMake({ ...details, title }), videoId)
    },
    /** @param {string} videoId */
    addLater: (videoId) => put('watch-later', videoId),
  }
}

import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '@video-forge/client'
import { sentenceOf } from '../exit-codes.js'

/** @import { Context } from '../command.js' */
/** @typedef {import('@video-forge/client').CallAnswer<'POST /imports/describe'>['file']} Described */
/** @typedef {{ add: (playlist: { title: string }, videoId: string) => Promise<unknown> }} Playlists */

/** @type {Record<string, string>} */
const types = {
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** @param {string} path */
const blobOf = async (path) => new Blob([await readFile(path)], { type: types[extname(path).toLowerCase()] ?? '' })

/**
 * What belongs to a video besides its file. Done again after an interruption, it adds only what is missing. What the site refuses keeps no video
 * from being imported; returns sentences about it. A site that does not answer is an error: the next run goes on from there.
 * @param {Context} context @param {string} id of the video @param {string} folder @param {Described} described
 * @param {{ playlists: Playlists, titles: readonly string[] }} into
 */
export async function addExtras({ forge, settings, signal }, id, folder, described, { playlists, titles }) {
  // An older site knows neither settings nor notes.
  const { chapters, captions, picture, settings: body = null, notes: known = [] } = described
  const notes = [...known]
  /** @param {string} what @param {() => Promise<unknown>} work */
  const attempt = (what, work) =>
    work().catch((error) => {
      signal.throwIfAborted()
      if (error instanceof ApiError && (error.isTemporary || error.isServerFault)) throw error
      notes.push(`${what}: ${sentenceOf(error, settings.url)}`)
    })
  const params = { id }
  // First, because it is private until then.
  if (body !== null) await attempt('Settings', () => forge.call('PATCH /gallery/videos/{id}', { params, body }, { signal }))
  if (chapters.length > 0)
    await attempt('Chapters', () => forge.call('PATCH /gallery/videos/{id}', { params, body: { chapters } }, { signal }))
  await attempt('Captions', async () => {
    if (captions.length === 0) return
    const there = (await forge.call('GET /gallery/videos/{id}/captions', { params }, { signal })).captions
    const had = there.filter(({ source }) => source === 'uploaded').map(({ language }) => language)
    for (const { name, language, label, isDefault } of captions) {
      const index = had.indexOf(language)
      if (index >= 0) had.splice(index, 1)
      else
        await attempt(`Captions (${name})`, async () => {
          const query = { language, ...(label && { label }), ...(isDefault && { isDefault: /** @type {const} */ ('true') }) }
          await forge.call('POST /gallery/videos/{id}/captions', { params, query, file: await blobOf(join(folder, name)) }, { signal })
        })
    }
  })
  if (picture !== null)
    await attempt('Thumbnail', async () =>
      forge.call('POST /gallery/videos/{id}/thumbnail', { params, file: await blobOf(join(folder, picture)) }, { signal }),
    )
  for (const title of titles) await attempt(`Playlist "${title}"`, () => playlists.add({ title }, id))
  return notes
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openFile } from '@video-forge/client/node'
import { choiceOption, textOption } from '../arguments.js'
import { exitCodeOf, exitCodes, sentenceOf } from '../exit-codes.js'
import { openImported } from '../storage/imported-files.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText } from '../terminal/text.js'
import { formatsOption } from './formats.js'
import { addExportedPlaylists } from './import-export.js'
import { addExtras } from './import-extras.js'
import { filesBelow, localFileOf } from './import-files.js'
import { createPlaylists } from './import-playlists.js'
import { sendFile } from './send-file.js'

/** @import { Context } from '../command.js' */
/** @typedef {import('./import-files.js').FolderFile} FolderFile */
/** @typedef {import('./import-extras.js').Playlists} Playlists */
/** @typedef {Awaited<ReturnType<typeof openImported>>} Imported */
/** @typedef {{ source: string, status: string, videoId?: string, reason?: string }} Item */

export const visibilities = /** @type {const} */ (['keep', 'private', 'public'])
export const subfolderUses = /** @type {const} */ (['tags', 'playlists', 'nothing'])

/** Sends a folder of this machine: each file once, in order, with what is beside it. @param {Context} context @param {string} folder */
export async function importFolder(context, folder) {
  const isDry = context.options['dry-run'] === true
  const imported = await openImported(context.settings.url ?? '', folder, isDry ? 'read' : 'write')
  try {
    return await sendFolder(context, folder, imported, isDry)
  } finally {
    await imported.close()
  }
}

/** @param {Context} context @param {string} folder @param {Imported} imported @param {boolean} isDry */
async function sendFolder(context, folder, imported, isDry) {
  const { settings, out, signal } = context
  const wishes = readWishes(context)
  const playlists = createPlaylists(context, imported)
  const bars = createBars()
  /** @type {Item[]} */
  const items = []
  let bytes = 0
  let exitCode = exitCodes.ok
  for await (const file of filesBelow(folder)) {
    signal.throwIfAborted()
    if ('problem' in file) {
      items.push({ source: file.path, status: file.status, reason: file.problem })
      out.warn(`${file.path}: ${file.problem}`)
      if (file.status === 'failed') exitCode = exitCodes.failure
      continue
    }
    const state = await stat(join(folder, file.path)).catch(() => ({ size: 0, mtimeMs: 0, mtime: new Date(0) }))
    const known = imported.find(file.path, state)
    if (known) items.push({ source: file.path, status: 'skipped', videoId: known, reason: 'You have imported this already.' })
    else if (isDry) {
      bytes += state.size
      items.push({ source: file.path, status: 'waiting' })
    } else {
      const bar = bars.add(file.path, state.size)
      try {
        const { id, notes } = await sendOne(context, { file, state, wishes, imported, playlists }, bar)
        bar.end(`${settings.url}/video/${id}`)
        items.push({ source: file.path, status: 'done', videoId: id, ...(notes.length > 0 && { reason: notes.join(' ') }) })
      } catch (error) {
        if (signal.aborted) throw error
        const reason = sentenceOf(error, settings.url)
        bar.end(reason)
        out.warn(`${file.path}: ${reason}`)
        items.push({ source: file.path, status: 'failed', reason })
        exitCode = exitCodeOf(error)
      }
    }
  }
  if (!isDry) {
    const made = items.flatMap(({ source, videoId }) =>
      videoId === undefined || imported.isListed(source) ? [] : [{ path: source, id: videoId }],
    )
    for (const note of await addExportedPlaylists(context, folder, made, playlists)) out.warn(note)
    await imported.addListed(made.map(({ path }) => path))
  }
  out.result({ items, ...(isDry && { bytes }) }, () => {
    out.table(
      ['status', 'file', 'video', 'reason'],
      items.map(({ status, source, videoId, reason }) => [status, source, videoId ?? '', reason ?? '']),
    )
    if (isDry) out.notice(`${items.filter(({ status }) => status === 'waiting').length} files, ${bytesText(bytes)}`)
  })
  return exitCode
}

/** @param {Context} context */
function readWishes({ options }) {
  return {
    visibility: choiceOption(options, 'visibility', visibilities) ?? 'keep',
    subfolders: choiceOption(options, 'subfolders', subfolderUses) ?? 'tags',
    formats: formatsOption(options),
    playlist: textOption(options, 'playlist'),
  }
}

/**
 * @typedef {object} Sending
 * @property {FolderFile} file
 * @property {{ size: number, mtimeMs: number, mtime: Date }} state
 * @property {ReturnType<typeof readWishes>} wishes
 * @property {Imported} imported
 * @property {Playlists} playlists
 */

/** @param {Context} context @param {Sending} sending @param {import('../terminal/progress-bars.js').Bar} bar */
async function sendOne(context, { file, state, wishes, imported, playlists }, bar) {
  const { forge, signal } = context
  const { subfolders, formats, playlist } = wishes
  const body = { ...(await localFileOf(file, state.mtime)), visibility: wishes.visibility, subfolders }
  const { file: described } = await forge.call('POST /imports/describe', { body }, { signal })
  const { title, description, createdAt, tags } = described
  // What it says about downloads and embedding is set before others see it.
  const visibility = described.settings ? 'private' : described.visibility
  const details = { title, description, createdAt, visibility, formats, ...(tags.length > 0 && { tags }) }
  const titles = [described.playlist ?? '', playlist ?? ''].filter((each) => each !== '')
  const path = join(file.folder, file.name)
  /** @type {string[]} */
  let notes = []
  const { video } = await sendFile(context, path, await openFile(path), details, bar, async ({ video: { id } }) => {
    notes = await addExtras(context, id, file.folder, described, { playlists, titles })
    await imported.add(file.path, state, id)
  })
  return { id: video.id, notes }
}

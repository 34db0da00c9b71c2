import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { openFile } from '@video-forge/client/node'
import { exitCodeOf, exitCodes, sentenceOf } from '../exit-codes.js'
import { openImported } from '../storage/imported-files.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText } from '../terminal/text.js'
import { formatsOption } from './formats.js'
import { detailsOf, filesBelow } from './import-files.js'
import { sendFile } from './send-file.js'

/** @import { Context } from '../command.js' */
/** @typedef {import('./import-files.js').FolderFile} FolderFile */

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

/** Sends a folder of this machine: each file once, in order, with what is beside it. @param {Context} context @param {string} folder */
export async function importFolder(context, folder) {
  const { settings, options, out, signal } = context
  const imported = await openImported(settings.url ?? '', folder)
  const bars = createBars()
  /** @type {{ source: string, status: string, videoId?: string, reason?: string }[]} */
  const items = []
  let bytes = 0
  let exitCode = exitCodes.ok
  for await (const file of filesBelow(folder)) {
    signal.throwIfAborted()
    const { size } = await stat(join(folder, file.path))
    const known = await imported.find(file.path)
    if (known) items.push({ source: file.path, status: 'skipped', videoId: known, reason: 'You have imported this already.' })
    else if (options['dry-run'] === true) {
      bytes += size
      items.push({ source: file.path, status: 'waiting' })
    } else {
      const bar = bars.add(file.path, size)
      try {
        const { id, notes } = await sendOne(context, folder, file, bar)
        await imported.add(file.path, id)
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
  out.result({ items, ...(options['dry-run'] === true && { bytes }) }, () => {
    out.table(
      ['status', 'file', 'video', 'reason'],
      items.map(({ status, source, videoId, reason }) => [status, source, videoId ?? '', reason ?? '']),
    )
    if (options['dry-run'] === true) out.notice(`${items.filter(({ status }) => status === 'waiting').length} files, ${bytesText(bytes)}`)
  })
  return exitCode
}

/** @param {Context} context @param {string} folder @param {FolderFile} file @param {import('../terminal/progress-bars.js').Bar} bar */
async function sendOne(context, folder, file, bar) {
  const { forge, settings, options, signal } = context
  const path = join(folder, file.path)
  const { isHidden, ...details } = await detailsOf(file)
  const visibility = options['visibility'] === 'public' && !isHidden ? 'public' : 'private'
  const { video } = await sendFile(context, path, await openFile(path), { ...details, visibility, formats: formatsOption(options) }, bar)
  /** @type {string[]} */
  const notes = []
  /** @param {string} what @param {() => Promise<unknown>} work */
  const attempt = (what, work) =>
    work().catch((error) => {
      signal.throwIfAborted()
      notes.push(`${what}: ${sentenceOf(error, settings.url)}`)
    })
  const params = { id: video.id }
  for (const { path: captions, language } of file.captions)
    await attempt('Captions', async () =>
      forge.call('POST /gallery/videos/{id}/captions', { params, query: { language }, file: await blobOf(captions) }, { signal }),
    )
  const { picture } = file
  if (picture)
    await attempt('Thumbnail', async () =>
      forge.call('POST /gallery/videos/{id}/thumbnail', { params, file: await blobOf(picture) }, { signal }),
    )
  return { id: video.id, notes }
}

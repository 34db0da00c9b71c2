import { access } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@video-forge/client'
import { textOption } from '../arguments.js'
import { CommandError, exitCodes } from '../exit-codes.js'
import { safeName } from '../storage/safe-name.js'
import { saveFile } from '../storage/save-file.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText } from '../terminal/text.js'

/** @import { Command, Context } from '../command.js' */
/** @typedef {Awaited<ReturnType<typeof readExports>>[number]} Export */

/** How often an export that is being prepared is asked for. */
const pauseMs = 1000

/** @type {Command} */
export const exportAccount = {
  name: 'export',
  usage: '',
  summary: 'save all your videos, with everything you wrote about them, as one tar archive',
  notes:
    'Prepares an archive on the site, waits for it and saves it. After an interruption the same command continues. Needs the scopes "read" and "manage".',
  options: {
    renditions: { type: 'boolean', help: 'with the qualities that were made, not only the originals' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to' },
    force: { type: 'boolean', short: 'f', help: 'replace a file that exists' },
    keep: { type: 'boolean', help: 'leave the archive on the site for its seven days' },
  },
  count: [0, 0],
  async run(context) {
    const { options, forge, settings, out, signal } = context
    const hasRenditions = options['renditions'] === true
    const target = textOption(options, 'output')
    const pathOf = (/** @type {{ filename: string }} */ { filename }) => target ?? join('.', safeName(filename, 'export.tar'))
    const begun = (await findBegun(context, hasRenditions, pathOf)) ?? (await startExport(context, hasRenditions))
    const { id, filename, downloadUrl } = await untilReady(context, begun)
    const path = pathOf({ filename })
    const bar = createBars().add(basename(path), 0)
    const size = await saveFile(new URL(downloadUrl ?? '', settings.url).href, path, {
      signal,
      canReplace: options['force'] === true,
      onProgress: (sent, total) =>
        bar.update({ share: total > 0 ? sent / total : 0, sent, text: `${bytesText(sent)} of ${bytesText(total)}` }),
    }).catch((error) => {
      throw error instanceof ApiError && error.status === 410 ? outdated() : error
    })
    bar.end('saved')
    if (options['keep'] !== true) await forge.call('DELETE /account/exports/{id}', { params: { id } }, { signal })
    out.result({ id, file: path, size }, () => out.print(path))
    return exitCodes.ok
  },
}

const outdated = () =>
  new CommandError('A video was deleted or replaced meanwhile, so this archive cannot be completed. The same command starts a new one.')

/** @param {Context} context */
const readExports = async ({ forge, signal }) => (await forge.call('GET /account/exports', {}, { signal })).exports

/**
 * The one that an earlier run of this command has begun: it is still being prepared, or a part of it is here.
 * @param {Context} context @param {boolean} hasRenditions @param {(each: { filename: string }) => string} pathOf
 * @returns {Promise<Export | undefined>}
 */
async function findBegun(context, hasRenditions, pathOf) {
  for (const each of await readExports(context)) {
    if (each.hasRenditions !== hasRenditions) continue
    if (each.status === 'preparing') return each
    const isPartHere = await access(`${pathOf(each)}.part`).then(
      () => true,
      () => false,
    )
    if (each.status === 'ready' && isPartHere) return each
  }
  return undefined
}

/** @param {Context} context @param {boolean} renditions @returns {Promise<Export>} */
const startExport = async ({ forge, signal }, renditions) =>
  (await forge.call('POST /account/exports', { body: { renditions } }, { signal })).export

/** @param {Context} context @param {Export} begun @returns {Promise<Export>} */
async function untilReady({ forge, signal }, begun) {
  let current = begun
  while (current.status === 'preparing') {
    await wait(pauseMs, undefined, { signal })
    current = (await forge.call('GET /account/exports/{id}', { params: { id: begun.id } }, { signal })).export
  }
  if (current.status === 'outdated') throw outdated()
  if (current.status === 'failed') throw new CommandError('The archive could not be prepared. Please try again later.')
  return current
}

import { readFile, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { choiceOption, textOption } from '../arguments.js'
import { decodeText } from '../decode-text.js'
import { CommandError, exitCodes, UsageError } from '../exit-codes.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText, durationText } from '../terminal/text.js'
import { formatNames, formatsOption } from './formats.js'
import { importFolder, subfolderUses, visibilities } from './import-folder.js'

/** @import { Command, Context } from '../command.js' */

const kinds = /** @type {const} */ (['peertube', 'mediacms', 'feed', 'urls', 'folder', 'archive'])
const pollMs = 2000
const archiveFile =
  'Unpack an export first, with tar -xf, and give the folder. Or give the link that the other site shows: then the site fetches it.'

/** @type {Command} */
export const importVideos = {
  name: 'import',
  usage: 'FOLDER|ADDRESS|FILE.csv',
  summary: 'bring videos from a folder, a list, a feed, PeerTube, MediaCMS or an export',
  notes:
    'A folder is one of this machine, and is sent from here with its dates and the files beside each video; --kind folder is one of the server, for admins. An export of another Video Forge site is given by its link, or as the folder that was unpacked from it. Everything but a folder is fetched by the site and goes on when this command ends. What you have imported already is left out; after an interruption the same command continues.',
  options: {
    kind: { type: 'string', value: 'KIND', help: 'what the address is', choices: kinds },
    'dry-run': { type: 'boolean', help: 'only say what it would do' },
    visibility: { type: 'string', value: 'WHO', help: 'keep (as it was) unless given', choices: visibilities },
    subfolders: {
      type: 'string',
      value: 'USE',
      help: 'what the folders inside a folder become; tags unless given',
      choices: subfolderUses,
    },
    playlist: { type: 'string', value: 'TITLE', help: 'put all of them into this playlist' },
    formats: { type: 'string', value: 'LIST', help: `what is made of them: ${formatNames.join(',')}; all unless given` },
    token: { type: 'string', value: 'TOKEN', help: 'of PeerTube or MediaCMS, for videos that are not public' },
  },
  count: [1, 1],
  async run(context) {
    const [source = ''] = context.args
    const kind = choiceOption(context.options, 'kind', kinds)
    const found = kind === undefined || kind === 'urls' ? await stat(source).catch(() => undefined) : undefined
    if (found?.isDirectory()) return importFolder(context, source)
    return importOnSite(context, await requestOf(context, source, kind, found !== undefined))
  },
}

/** What an address is, where nobody says it. @param {string} address */
function kindOf(address) {
  if (/\/(a|c|accounts|video-channels|w)\/[^/]+/.test(address)) return 'peertube'
  if (/\/view\?m=|\/user\/[^/]+/.test(address)) return 'mediacms'
  if (/\/exports\/[^/]+\/[^/]+\/[^/]+$/.test(address)) return 'archive'
  if (/(\.xml|\.rss|\.atom|\/(feed|rss|podcast)s?\/?)([?#].*)?$/i.test(address)) return 'feed'
  throw new UsageError(`What is at this address? Add --kind ${kinds.join(', --kind ')}.`)
}

/** @param {Context} context @param {string} source @param {(typeof kinds)[number] | undefined} given @param {boolean} isFile */
async function requestOf({ options }, source, given, isFile) {
  const isAddress = /^https?:\/\//i.test(source)
  if (!isAddress && /\.tar$/i.test(source)) throw new UsageError(archiveFile)
  if (!isFile && !isAddress && given === undefined) throw new CommandError(`There is no folder or file "${source}".`, exitCodes.notFound)
  const kind = given ?? (isFile ? 'urls' : kindOf(source))
  const formats = formatsOption(options)
  const playlist = textOption(options, 'playlist')
  const shared = {
    visibility: choiceOption(options, 'visibility', visibilities) ?? 'keep',
    ...(formats && formats.length > 0 && { formats }),
    ...(playlist && { playlist }),
  }
  const token = textOption(options, 'token')
  if (kind === 'urls') return { kind, list: isFile ? decodeText(await readFile(source)) : source, ...shared }
  const subfolders = choiceOption(options, 'subfolders', subfolderUses)
  if (kind === 'folder') return { kind, path: source, ...(subfolders && { subfolders }), ...shared }
  if (kind === 'feed' || kind === 'archive') return { kind, url: source, ...shared }
  return { kind, url: source, ...(token && { token }), ...shared }
}

/** @param {Context} context @param {Awaited<ReturnType<typeof requestOf>>} body */
async function importOnSite({ forge, settings, options, out, signal }, body) {
  if (options['dry-run'] === true) {
    const { preview } = await forge.call('POST /imports/preview', { body }, { signal })
    const { count, isAtLeast, bytes, seconds, duplicates, skipped } = preview
    const atLeast = isAtLeast ? 'at least ' : ''
    out.result({ preview }, () => {
      out.fields({
        videos: `${atLeast}${count}`,
        size: bytes === null ? 'not known' : `${atLeast}${bytesText(bytes)}`,
        length: seconds === null ? 'not known' : `${atLeast}${durationText(seconds)}`,
        'you have already': duplicates,
        'left out': skipped.count,
      })
      for (const { source, reason } of skipped.items) out.warn(`${source}: ${reason}`)
    })
    return exitCodes.ok
  }
  const { import: started } = await forge.call('POST /imports', { body }, { signal })
  out.notice(`${started.title}: ${settings.url}/tasks/${started.id}. It goes on when you end this command.`)
  const params = { id: started.id }
  const bar = createBars().add('import', 0)
  for (;;) {
    const { task } = await forge.call('GET /tasks/{id}', { params }, { signal })
    const { total, done, skipped, failed } = task.counts
    const text = `${done} of ${total} done, ${skipped} skipped, ${failed} failed`
    bar.update({ share: task.status === 'listing' || total === 0 ? 0 : (done + skipped + failed) / total, text })
    if (task.endedAt === null) {
      await wait(pollMs, undefined, { signal })
      continue
    }
    bar.end(text)
    const { items } =
      failed > 0 ? await forge.call('GET /tasks/{id}/items', { params, query: { status: 'failed' } }, { signal }) : { items: [] }
    for (const { source, videoTitle, reason } of items) out.warn(`${videoTitle ? `${videoTitle} (${source})` : source}: ${reason}`)
    if (task.message) out.notice(task.message)
    out.result({ task }, () => out.fields({ status: task.status, done, skipped, failed, report: `${settings.url}/tasks/${task.id}` }))
    return task.status === 'completed' && failed === 0 ? exitCodes.ok : exitCodes.failure
  }
}

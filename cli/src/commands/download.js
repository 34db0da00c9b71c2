import { basename, join } from 'node:path'
import { choiceOption, textOption } from '../arguments.js'
import { CommandError, exitCodes } from '../exit-codes.js'
import { safeName } from '../storage/safe-name.js'
import { saveFile, writeToStdout } from '../storage/save-file.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText } from '../terminal/text.js'
import { formatNames } from './formats.js'

/** @import { Command } from '../command.js' */

const qualities = /** @type {const} */ (['original', ...formatNames])

/** @type {Command} */
export const download = {
  name: 'download',
  usage: 'ID',
  summary: 'save a video; a partial file is continued',
  notes:
    'Until it is complete the file has the ending .part, with a note in .part.json beside it; the same command continues such a file and no other. A complete file is replaced only with --force.',
  options: {
    quality: { type: 'string', value: 'QUALITY', help: 'which file; the best unless given', choices: qualities },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to; - is stdout' },
    force: { type: 'boolean', short: 'f', help: 'replace a file that exists' },
  },
  count: [1, 1],
  async run({ args, options, forge, settings, out, signal }) {
    const [id = ''] = args
    const quality = choiceOption(options, 'quality', qualities)
    const { downloads } = await forge.call('GET /gallery/videos/{id}/downloads', { params: { id } }, { signal })
    const chosen = quality ? downloads.find((each) => each.quality === quality) : downloads[0]
    if (!chosen) throw new CommandError(missing(quality, downloads), exitCodes.notFound)
    const url = new URL(chosen.url, settings.url).href
    const target = textOption(options, 'output')
    if (target === '-') {
      await writeToStdout(url, signal)
      return exitCodes.ok
    }
    const path = target ?? join('.', safeName(chosen.filename, 'video.mp4'))
    const bar = createBars().add(basename(path), chosen.size ?? 0)
    const size = await saveFile(url, path, {
      signal,
      canReplace: options['force'] === true,
      onProgress: (sent, total) =>
        bar.update({ share: total > 0 ? sent / total : 0, sent, text: `${bytesText(sent)} of ${bytesText(total)}` }),
    })
    bar.end('saved')
    out.result({ id, quality: chosen.quality, file: path, size }, () => out.print(path))
    return exitCodes.ok
  },
}

/** @param {string | undefined} quality @param {readonly { quality: string }[]} downloads */
const missing = (quality, downloads) =>
  downloads.length === 0 || !quality
    ? 'This video has no files that you may save.'
    : `There is no ${quality} of this video, only ${downloads.map((each) => each.quality).join(', ')}.`

import { readFile, stat, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { choiceOption, textOption } from '../arguments.js'
import { CommandError, exitCodes, UsageError } from '../exit-codes.js'
import { askBefore } from './ask-before.js'

/** @import { Command, Context } from '../command.js' */

const formats = /** @type {const} */ (['srt', 'vtt', 'txt'])
const maxFileBytes = 20 * 1024 * 1024
/** @type {Record<string, string>} */
const typeOfEnding = { '.srt': 'application/x-subrip', '.vtt': 'text/vtt' }

/** @param {Context} context */
const captionsOf = async ({ args: [id = ''], forge, signal }) =>
  forge.call('GET /gallery/videos/{id}/captions', { params: { id } }, { signal })

/** @type {Command} */
const listCaptions = {
  name: 'captions list',
  usage: 'ID',
  summary: 'the captions of a video',
  options: {},
  count: [1, 1],
  async run(context) {
    const { captions, transcription } = await captionsOf(context)
    context.out.result({ captions, transcription }, () => {
      context.out.table(
        ['id', 'language', 'source', 'default', 'label'],
        captions.map(({ id, language, source, isDefault, label }) => [id, language, source, isDefault ? 'default' : '', label]),
      )
      if (transcription)
        context.out.notice(`Automatic captions (${transcription.language}): ${transcription.status}, ${transcription.progress} %`)
    })
    return exitCodes.ok
  },
}

/** @type {Command} */
const addCaptions = {
  name: 'captions add',
  usage: 'ID FILE',
  summary: 'add captions from an SRT or WebVTT file',
  options: {
    language: { type: 'string', short: 'l', value: 'CODE', help: 'what is written in it, such as en or pt-BR; needed' },
    label: { type: 'string', value: 'TEXT', help: 'how the menu calls them' },
    default: { type: 'boolean', help: 'shown where nobody has chosen others' },
  },
  count: [2, 2],
  async run({ args: [id = '', path = ''], options, forge, out, signal }) {
    const language = textOption(options, 'language')
    if (!language) throw new UsageError('Which language? --language en')
    const type = typeOfEnding[extname(path).toLowerCase()]
    if (!type) throw new UsageError('Captions are a file that ends with .srt or .vtt.')
    const size = (await stat(path).catch(() => undefined))?.size
    if (size === undefined) throw new CommandError(`There is no file "${path}".`, exitCodes.notFound)
    if (size > maxFileBytes) throw new CommandError('The file is too large for captions.', exitCodes.busy)
    const label = textOption(options, 'label')
    const query = {
      language,
      ...(label !== undefined && { label }),
      ...(options['default'] === true && { isDefault: /** @type {const} */ ('true') }),
    }
    const file = new Blob([await readFile(path)], { type })
    const { caption, notes } = await forge.call('POST /gallery/videos/{id}/captions', { params: { id }, query, file }, { signal })
    for (const note of notes) out.warn(note)
    out.result({ caption, notes }, () => out.print(caption.id))
    return exitCodes.ok
  },
}

/** @type {Command} */
const getCaptions = {
  name: 'captions get',
  usage: 'ID [CAPTION_ID]',
  summary: 'print captions, the default ones unless you say which',
  options: {
    language: { type: 'string', short: 'l', value: 'CODE', help: 'those in this language' },
    format: { type: 'string', value: 'FORMAT', help: 'srt unless given', choices: formats },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'into a file' },
  },
  count: [1, 2],
  async run(context) {
    const { args, options, settings, out, signal } = context
    const { captions } = await captionsOf(context)
    const language = textOption(options, 'language')
    const found = captions.find((caption) => (args[1] ? caption.id === args[1] : !language || caption.language === language))
    if (!found?.downloads) throw new CommandError('This video has no such captions.', exitCodes.notFound)
    const url = new URL(found.downloads[choiceOption(options, 'format', formats) ?? 'srt'], settings.url)
    const response = await fetch(url, { signal })
    if (!response.ok) throw new CommandError(`The captions could not be read (status ${response.status}).`)
    const content = await response.text()
    const file = textOption(options, 'output')
    if (file) await writeFile(file, content)
    out.result({ caption: found, ...(file ? { file } : { content }) }, () => (file ? out.print(file) : process.stdout.write(content)))
    return exitCodes.ok
  },
}

/** @type {Command} */
const deleteCaptions = {
  name: 'captions delete',
  usage: 'ID CAPTION_ID',
  summary: 'delete captions',
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  count: [2, 2],
  async run(context) {
    const {
      args: [id = '', captionId = ''],
      forge,
      out,
      signal,
    } = context
    await askBefore(context, 'Delete these captions?')
    const { result } = await forge.call('DELETE /gallery/videos/{id}/captions/{captionId}', { params: { id, captionId } }, { signal })
    out.result({ result }, () => out.notice('Deleted.'))
    return exitCodes.ok
  },
}

/** @type {Command} */
const automaticCaptions = {
  name: 'captions auto',
  usage: 'ID',
  summary: 'have captions made from what is said',
  options: {
    language: { type: 'string', short: 'l', value: 'CODE', help: 'what is spoken; the first that the site knows unless given' },
    stop: { type: 'boolean', help: 'stop making them' },
  },
  count: [1, 1],
  async run({ args: [id = ''], options, forge, out, signal }) {
    if (options['stop']) {
      const { result } = await forge.call('DELETE /gallery/videos/{id}/captions/automatic', { params: { id } }, { signal })
      out.result({ result }, () => out.notice('Stopped.'))
      return exitCodes.ok
    }
    const language = textOption(options, 'language')
    const body = language === undefined ? {} : { language }
    const { transcription } = await forge.call('POST /gallery/videos/{id}/captions/automatic', { params: { id }, body }, { signal })
    out.result({ transcription }, () =>
      out.fields({ status: transcription.status, language: transcription.language, progress: `${transcription.progress} %` }),
    )
    return exitCodes.ok
  },
}

export const captionCommands = [listCaptions, addCaptions, getCaptions, deleteCaptions, automaticCaptions]

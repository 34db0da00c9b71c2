import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openFile } from '@video-forge/client/node'
import { choiceOption, listOption, numberOption, textOption } from '../arguments.js'
import { CommandError, exitCodeOf, exitCodes, sentenceOf, UsageError } from '../exit-codes.js'
import { openRecord } from '../storage/upload-records.js'
import { createBars } from '../terminal/progress-bars.js'
import { bytesText } from '../terminal/text.js'
import { formatNames, formatsOption } from './formats.js'

/** @import { Command, Context } from '../command.js' */
/** @typedef {ReturnType<typeof createBars>} Bars */

/** The server stores what arrives of a broken request too. Where a proxy takes less, smaller ones follow. */
const chunkBytes = 128 * 1024 * 1024

/** @type {Command} */
export const upload = {
  name: 'upload',
  usage: 'FILE…',
  summary: 'upload files and make videos of them, private unless you say otherwise',
  notes: 'After an interruption, the same command continues where it stopped. --tags needs the scope "manage", everything else "upload".',
  options: {
    title: { type: 'string', value: 'TEXT', help: 'the title, for one file; otherwise the name of the file' },
    description: { type: 'string', value: 'TEXT', help: 'the description' },
    tags: { type: 'string', value: 'LIST', help: 'tags, separated by commas' },
    visibility: { type: 'string', value: 'WHO', help: 'who can watch', choices: ['private', 'public'] },
    formats: { type: 'string', value: 'LIST', help: `what is made of it: ${formatNames.join(',')} or none; all unless given` },
    wait: { type: 'boolean', help: 'until the videos are ready' },
    parallel: { type: 'string', value: 'N', help: 'files at once, 1 to 8; 2 unless given' },
  },
  count: [1, 1000],
  async run(context) {
    const { args, options, out } = context
    if (options['title'] !== undefined && args.length > 1) throw new UsageError('--title is for one file.')
    const details = readDetails(context)
    const parallel = numberOption(options, 'parallel', 2, [1, 8])
    await Promise.all(args.map(checkFile))
    const bars = createBars()
    /** @type {Outcome[]} */
    const outcomes = []
    const waiting = [...args.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, file] = next
        outcomes[index] = await uploadOne(context, bars, file, details)
      }
    }
    await Promise.all(Array.from({ length: Math.min(parallel, args.length) }, work))
    out.result({ uploads: outcomes.map(({ exitCode, ...outcome }) => outcome) }, () =>
      out.table(
        ['id', 'status', 'page', 'file'],
        outcomes.flatMap(({ id, status, page, file }) => (id ? [[id, status, page, file]] : [])),
      ),
    )
    return outcomes.find(({ exitCode }) => exitCode !== exitCodes.ok)?.exitCode ?? exitCodes.ok
  },
}

/** @param {Context} context */
function readDetails({ options }) {
  const visibility = choiceOption(options, 'visibility', /** @type {const} */ (['private', 'public']))
  return {
    title: textOption(options, 'title'),
    description: textOption(options, 'description'),
    tags: listOption(options, 'tags'),
    visibility,
    formats: formatsOption(options),
  }
}

/** Before anything is sent. @param {string} path */
async function checkFile(path) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(found ? `"${path}" is not a file.` : `There is no file "${path}".`, exitCodes.notFound)
  if (found.size === 0) throw new CommandError(`"${path}" is empty.`)
}

/** @typedef {{ file: string, id?: string, status?: string, page?: string, error?: string, exitCode: number }} Outcome */

/** @param {Context} context @param {Bars} bars @param {string} file @param {ReturnType<typeof readDetails>} details @returns {Promise<Outcome>} */
async function uploadOne(context, bars, file, details) {
  const { settings, out, signal } = context
  const source = await openFile(file)
  const bar = bars.add(basename(file), source.size)
  try {
    const { id, status, error } = await sendAndWait(context, file, source, details, bar)
    bar.end(error ?? `${status === 'COMPLETED' ? 'ready' : status.toLowerCase()}  ${settings.url}/video/${id}`)
    if (error) out.warn(`${file}: ${error}`)
    return {
      file,
      id,
      status,
      page: `${settings.url}/video/${id}`,
      ...(error && { error }),
      exitCode: error ? exitCodes.failure : exitCodes.ok,
    }
  } catch (error) {
    if (signal.aborted) {
      bar.end('interrupted; the same command continues')
      throw error
    }
    const sentence = sentenceOf(error, settings.url)
    bar.end(sentence)
    out.warn(`${file}: ${sentence}`)
    return { file, error: sentence, exitCode: exitCodeOf(error) }
  }
}

/**
 * @param {Context} context @param {string} file @param {Awaited<ReturnType<typeof openFile>>} source
 * @param {ReturnType<typeof readDetails>} details @param {import('../terminal/progress-bars.js').Bar} bar
 */
async function sendAndWait({ forge, settings, options, signal }, file, source, details, bar) {
  const record = await openRecord(settings.url ?? '', file)
  const { video, job } = await forge.upload(source, {
    ...details,
    resume: await record.read(),
    onState: record.save,
    onProgress: ({ sent, size }) => bar.update({ share: sent / size, sent, text: `${bytesText(sent)} of ${bytesText(size)}` }),
    onWaiting: () => bar.update({ text: 'the network is lost, trying again' }),
    chunkSize: chunkBytes,
    signal,
  })
  await record.remove()
  if (!job || !options['wait']) return { id: video.id, status: job?.status ?? video.status }
  const ended = await forge.waitForJob(job.id, {
    signal,
    onUpdate: ({ progress, stage }) => bar.update({ share: progress / 100, text: stage ?? '' }),
  })
  const error = ended.status === 'COMPLETED' ? undefined : (ended.error_text ?? `The job is ${ended.status.toLowerCase()}.`)
  return { id: video.id, status: ended.status, error }
}

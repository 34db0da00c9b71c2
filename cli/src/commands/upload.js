import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '@video-forge/client'
import { openFile, uploadTypeOf } from '@video-forge/client/node'
import { choiceOption, listOption, numberOption, textOption } from '../arguments.js'
import { CommandError, exitCodeOf, exitCodes, sentenceOf, UsageError } from '../exit-codes.js'
import { createBars } from '../terminal/progress-bars.js'
import { atMost } from './at-most.js'
import { formatNames, formatsOption } from './formats.js'
import { sendFile } from './send-file.js'

/** @import { Command, Context } from '../command.js' */
/** @typedef {ReturnType<typeof createBars>} Bars */

/** Each wait for a job has a connection of its own. A job that ends before its turn is seen at once when that comes. */
const mostWaits = 8

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
    parallel: { type: 'string', value: 'N', help: 'files sent at once, 1 to 8; 2 unless given' },
  },
  count: [1, 1000],
  async run(context) {
    const { args, options, out } = context
    if (options['title'] !== undefined && args.length > 1) throw new UsageError('--title is for one file.')
    const details = readDetails(context)
    const parallel = numberOption(options, 'parallel', 2, [1, 8])
    await Promise.all(args.map(checkFile))
    const bars = createBars()
    const turns = { send: atMost(parallel), wait: atMost(mostWaits) }
    const outcomes = await Promise.all(args.map((file) => uploadOne(context, { bars, turns }, file, details)))
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
  if (!uploadTypeOf(path).startsWith('video/'))
    throw new CommandError(`${basename(path)} is not a video that the site takes (MP4, MOV, AVI, MKV, WebM).`)
}

/** @typedef {{ file: string, id?: string, status?: string, page?: string, error?: string, exitCode: number }} Outcome */
/** @typedef {{ bars: Bars, turns: Record<'send' | 'wait', ReturnType<typeof atMost>> }} Shared */
/** @typedef {import('../terminal/progress-bars.js').Bar} Bar */

/** Sends a file and waits for its job. While it waits, the next file is sent. @param {Context} context @param {Shared} shared @param {string} file @param {ReturnType<typeof readDetails>} details @returns {Promise<Outcome>} */
async function uploadOne(context, { bars, turns }, file, details) {
  const { settings, out, signal } = context
  /** @type {Bar | undefined} */
  let bar
  try {
    const sent = await turns.send(async () => {
      signal.throwIfAborted()
      const source = await openFile(file)
      bar = bars.add(basename(file), source.size)
      return { ...(await sendFile(context, file, source, details, bar)), bar }
    })
    const { id, status, error } = await waitFor(context, turns.wait, sent)
    bar?.end(error ?? `${status === 'COMPLETED' ? 'ready' : status.toLowerCase()}  ${settings.url}/video/${id}`)
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
      bar?.end('interrupted; the same command continues')
      throw error
    }
    const isOther = error instanceof ApiError && error.code === 'WRONG_TYPE'
    const sentence = isOther ? `${basename(file)} is not a video that can be read.` : sentenceOf(error, settings.url)
    bar?.end(sentence)
    out.warn(isOther ? sentence : `${file}: ${sentence}`)
    return { file, error: sentence, exitCode: exitCodeOf(error) }
  }
}

/** @param {Context} context @param {Shared['turns']['wait']} inTurn @param {Awaited<ReturnType<typeof sendFile>> & { bar: Bar }} sent */
async function waitFor({ forge, options, signal }, inTurn, { video, job, bar }) {
  if (!job || !options['wait']) return { id: video.id, status: job?.status ?? video.status }
  bar.update({ text: 'waiting' })
  const ended = await inTurn(() =>
    forge.waitForJob(job.id, {
      signal,
      onUpdate: ({ progress, stage }) => bar.update({ share: progress / 100, text: stage ?? '' }),
    }),
  )
  const error = ended.status === 'COMPLETED' ? undefined : (ended.error_text ?? `The job is ${ended.status.toLowerCase()}.`)
  return { id: video.id, status: ended.status, error }
}

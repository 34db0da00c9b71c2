import { stat } from 'node:fs/promises'
import { uploadTypeOf } from '@video-forge/client/node'
import { CommandError, exitCodes, UsageError } from '../exit-codes.js'
import { bytesText, durationText } from '../terminal/text.js'
import { formatNames, formatsOption } from './formats.js'
import { probeFile } from './probe-file.js'

/** @import { Command, Context } from '../command.js' */

/** @type {Command} */
export const plan = {
  name: 'plan',
  usage: 'FILE|URL',
  summary: 'what would be made of a file or an address, without making it',
  notes:
    'For an address the site looks at it and plans in full. A file is not sent: what is known of it comes from the ffprobe of this machine, and whether a format is copied or encoded, and how long that takes, only the site knows after the upload.',
  options: { formats: { type: 'string', value: 'LIST', help: `some of ${formatNames.join(',')}; all unless given` } },
  count: [1, 1],
  async run(context) {
    const [source = ''] = context.args
    const formats = formatsOption(context.options)
    if (formats.length === 0) throw new UsageError('Choose at least one format.')
    return /^https?:\/\//i.test(source) ? planAddress(context, source, formats) : planFile(context, source, formats)
  },
}

/** @typedef {ReturnType<typeof formatsOption>} Formats */

/** @param {Context} context @param {string} inputSource @param {Formats} outputFormats */
async function planAddress({ forge, out, signal }, inputSource, outputFormats) {
  const { plan: made } = await forge.call('POST /jobs/plan', { body: { inputSource, outputFormats } }, { signal })
  out.result({ source: inputSource, plan: made }, () => {
    out.table(
      ['format', 'action', 'size', 'time', 'reason'],
      made.formats.map((each) => [
        each.format,
        each.action,
        bytesText(each.expectedBytes),
        durationText(each.expectedSeconds),
        each.reason,
      ]),
    )
    for (const note of made.notes) out.notice(note)
  })
  return exitCodes.ok
}

/** @param {Context} context @param {string} path @param {Formats} formats */
async function planFile({ forge, out, signal }, path, formats) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(`There is no file "${path}".`, exitCodes.notFound)
  const [{ maxBytes, types }, facts] = await Promise.all([forge.call('GET /upload/limits', {}, { signal }), probeFile(path, signal)])
  const type = uploadTypeOf(path)
  const problems = [
    ...(types.includes(type) ? [] : [`The site takes no files of this type (${type}).`]),
    ...(found.size > maxBytes ? [`The site takes at most ${bytesText(maxBytes)}; the file has ${bytesText(found.size)}.`] : []),
    ...(facts && facts.height === undefined ? ['The file has no picture.'] : []),
  ]
  const planned = formats.map((format) => ({ format, ...actionFor(format, facts?.height, formats) }))
  const result = { source: path, size: found.size, type, facts: facts ?? null, formats: problems.length > 0 ? [] : planned, problems }
  out.result(result, () => {
    out.fields({
      size: bytesText(found.size),
      type,
      ...(facts && {
        length: durationText(facts.duration),
        picture: facts.width && `${facts.width}x${facts.height}`,
        video: facts.videoCodec,
        audio: facts.audioCodec,
      }),
    })
    if (problems.length === 0)
      out.table(
        ['format', 'action', 'reason'],
        planned.map(({ format, action, reason }) => [format, action, reason]),
      )
  })
  if (!facts) out.notice('Without ffprobe on this machine nothing is known about the picture.')
  for (const problem of problems) out.warn(problem)
  return problems.length > 0 ? exitCodes.failure : exitCodes.ok
}

/** @type {Record<string, number>} */
const heights = { '4k': 2160, '1080p': 1080, '720p': 720, '480p': 480 }

/** A format taller than the picture is left out, but something is always made. @param {string} format @param {number | undefined} height @param {Formats} formats */
function actionFor(format, height, formats) {
  if (height === undefined) return { action: 'unknown', reason: 'the height of the picture is not known' }
  const isTaller = (/** @type {string} */ each) => (heights[each] ?? 0) > height
  if (!isTaller(format)) return { action: 'make', reason: 'copied if the site can, else encoded' }
  if (formats.every(isTaller) && format === formats.at(-1))
    return { action: 'make', reason: `all are taller than the picture, so one is made at ${height} lines` }
  return { action: 'skip', reason: `the picture has only ${height} lines` }
}

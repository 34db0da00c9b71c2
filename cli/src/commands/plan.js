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
    'For an address the site looks at it and plans in full. A file is not sent: the ffprobe of this machine describes it, and the site plans from that. What it cannot see from there, such as damage, may change what is copied and what is encoded.',
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
  out.result({ source: inputSource, plan: made }, () => showPlan(out, made))
  return exitCodes.ok
}

/** @param {Context} context @param {string} path @param {Formats} outputFormats */
async function planFile({ forge, out, signal }, path, outputFormats) {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(`There is no file "${path}".`, exitCodes.notFound)
  const { size } = found
  const [{ maxBytes, types }, facts] = await Promise.all([forge.call('GET /upload/limits', {}, { signal }), probeFile(path, signal)])
  const type = uploadTypeOf(path)
  const file = describedFile(facts, size)
  const problems = [
    ...(types.includes(type) ? [] : [`The site takes no files of this type (${type}).`]),
    ...(size > maxBytes ? [`The site takes at most ${bytesText(maxBytes)}; the file has ${bytesText(size)}.`] : []),
    ...(facts && !file ? ['The file has no picture.'] : []),
  ]
  const made =
    problems.length === 0 && file ? (await forge.call('POST /jobs/plan', { body: { file, outputFormats } }, { signal })).plan : undefined
  out.result({ source: path, size, type, file: file ?? null, plan: made ?? null, problems }, () => {
    out.fields({
      size: bytesText(size),
      type,
      ...(file && {
        length: durationText(file.duration),
        picture: `${file.width}x${file.height}`,
        video: file.videoCodec,
        audio: file.audioCodec ?? undefined,
      }),
    })
    if (made) showPlan(out, made)
  })
  if (!facts) out.notice('Without ffprobe on this machine nothing is known about the picture, so nothing can be planned.')
  for (const problem of problems) out.warn(problem)
  return problems.length > 0 ? exitCodes.failure : exitCodes.ok
}

/** @param {import('./probe-file.js').Facts | undefined} facts @param {number} size @returns {import('./probe-file.js').DescribedFile | undefined} */
function describedFile(facts, size) {
  const { duration, width, height, videoCodec } = facts ?? {}
  if (!facts || !duration || !width || !height || !videoCodec) return undefined
  return { ...facts, duration, width, height, videoCodec, size }
}

/** @param {Context['out']} out @param {import('@video-forge/client').CallAnswer<'POST /jobs/plan'>['plan']} made */
function showPlan(out, made) {
  out.table(
    ['format', 'action', 'size', 'time', 'reason'],
    made.formats.map((each) => [each.format, each.action, bytesText(each.expectedBytes), durationText(each.expectedSeconds), each.reason]),
  )
  for (const note of made.notes) out.notice(note)
}

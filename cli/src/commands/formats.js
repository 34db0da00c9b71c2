import { listOption } from '../arguments.js'
import { UsageError } from '../exit-codes.js'

/** What a site makes of a file, the largest first. */
export const formatNames = /** @type {const} */ (['4k', '1080p', '720p', '480p'])

/** The chosen formats; empty for none. @param {import('../command.js').Values} options */
export function formatsOption(options) {
  const given = listOption(options, 'formats')
  if (!given) return [...formatNames]
  if (given.length === 1 && given[0] === 'none') return []
  const wrong = given.find((name) => !formatNames.some((format) => format === name))
  if (wrong !== undefined || given.length === 0) throw new UsageError(`--formats is none, or some of: ${formatNames.join(',')}.`)
  return formatNames.filter((format) => given.includes(format))
}

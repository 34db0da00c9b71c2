import { parseArgs } from 'node:util'
import { UsageError } from './exit-codes.js'

/** @import { Command, Option, Values } from './command.js' */

/** Options of every command. @type {Record<string, Option>} */
export const commonOptions = {
  url: { type: 'string', value: 'URL', help: 'the site, instead of FORGE_URL and the login' },
  json: { type: 'boolean', help: 'print the answer as JSON' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
}

/** What is no option. Before the command there may be options of every command, of which one has a value. @param {readonly string[]} argv */
export const wordsOf = (argv) => argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '--url')

/** The command with the most words that these words begin with. @param {readonly Command[]} commands @param {readonly string[]} words */
export function findCommand(commands, words) {
  const found = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  return found.sort((a, b) => b.name.length - a.name.length)[0]
}

/** @param {Command} command @param {readonly string[]} argv @returns {{ args: string[], options: Values }} */
export function parse(command, argv) {
  const options = { ...command.options, ...commonOptions }
  const accepted = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short !== undefined && { short }) }]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: accepted, allowPositionals: true, strict: true })
    return { args: positionals.slice(command.name.split(' ').length), options: { ...values } }
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '').replace(/\.?$/, '.') : String(error))
  }
}

/** @param {Command} command @param {readonly string[]} args */
export function checkCount({ name, usage, count: [fewest, most] }, args) {
  if (args.length >= fewest && args.length <= most) return
  throw new UsageError(`Usage: forge ${name} ${usage}`.trim())
}

/** A whole number of an option. @param {Values} options @param {string} name @param {number} usual @param {readonly [number, number]} range */
export function numberOption(options, name, usual, [least, most]) {
  const given = options[name]
  if (given === undefined) return usual
  const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most)) throw new UsageError(`--${name} is a number from ${least} to ${most}.`)
  return value
}

/** One of several words. @template {string} Choice @param {Values} options @param {string} name @param {readonly Choice[]} choices @returns {Choice | undefined} */
export function choiceOption(options, name, choices) {
  const given = options[name]
  if (given === undefined) return undefined
  const found = choices.find((choice) => choice === given)
  if (!found) throw new UsageError(`--${name} is one of: ${choices.join(', ')}.`)
  return found
}

/** @param {Values} options @param {string} name @returns {string | undefined} */
export const textOption = (options, name) => {
  const given = options[name]
  return typeof given === 'string' ? given : undefined
}

/** Words separated by commas. @param {Values} options @param {string} name @returns {string[] | undefined} */
export const listOption = (options, name) =>
  textOption(options, name)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

import { commonOptions } from './arguments.js'
import { exitCodes } from './exit-codes.js'

/** @import { Command, Option } from './command.js' */

/** @param {readonly (readonly [string, string])[]} rows */
function columns(rows) {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}

/** @param {[string, Option]} option @returns {readonly [string, string]} */
const optionRow = ([name, { short, value, help, choices }]) => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  choices ? `${help}: ${choices.join(', ')}` : help,
]

/** @param {Command} command */
export const commandHelp = ({ name, usage, summary, notes, options }) =>
  [
    `forge ${name} ${usage}`.trim(),
    '',
    summary,
    ...(notes ? ['', notes] : []),
    '',
    'Options:',
    ...columns([...Object.entries(options), ...Object.entries(commonOptions)].map(optionRow)),
  ].join('\n')

/** @param {readonly Command[]} commands */
export const generalHelp = (commands) =>
  [
    'forge COMMAND …: the videos of a Video Forge site from the command line',
    '',
    ...columns(commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary])),
    '',
    'Every command has --json and --help; "forge --version" prints the version. FORGE_URL and FORGE_KEY replace the stored login.',
    '',
    'Exit codes:',
    ...columns([
      [String(exitCodes.ok), 'done'],
      [String(exitCodes.failure), 'failed'],
      [String(exitCodes.usage), 'wrong arguments'],
      [String(exitCodes.notAllowed), 'not signed in, or the key may not do this'],
      [String(exitCodes.notFound), 'not found'],
      [String(exitCodes.busy), 'a limit was reached or the site is busy: try later, or less'],
      [String(exitCodes.unreachable), 'the site could not be reached'],
      [String(exitCodes.interrupted), 'interrupted'],
    ]),
  ].join('\n')

import { readFile } from 'node:fs/promises'
import { createForge } from '@video-forge/client'
import { checkCount, findCommand, parse, wordsOf } from './arguments.js'
import { allCommands, commandsOf, firstWords } from './commands/index.js'
import { CommandError, exitCodeOf, exitCodes, sentenceOf, UsageError } from './exit-codes.js'
import { commandHelp, generalHelp } from './help.js'
import { nearestWord } from './nearest-word.js'
import { readSettings } from './storage/settings.js'
import { createOutput } from './terminal/output.js'

/** A person waits: after a few seconds it is better to say what is wrong. */
const maxAttempts = 4

/** Runs one command and returns its exit code. @param {readonly string[]} argv @returns {Promise<number>} */
export async function main(argv) {
  const stop = new AbortController()
  const interrupt = () => {
    // A second signal ends the process at once. The listener stays: the library for uploads has one that kills the process if it is the only one.
    if (stop.signal.aborted) process.exit(exitCodes.interrupted)
    stop.abort(new Error('interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  // `forge list | head` ends the reader first.
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const out = createOutput({ isJson: argv.includes('--json') })
  /** @type {string | undefined} */
  let url
  try {
    return await runCommand(argv, out, stop.signal, (settings) => {
      url = settings.url
    })
  } catch (error) {
    if (stop.signal.aborted) {
      out.notice('Interrupted.')
      return exitCodes.interrupted
    }
    const sentence = sentenceOf(error, url)
    if (out.isJson) process.stderr.write(`${JSON.stringify(errorBody(error, sentence))}\n`)
    else out.warn(sentence)
    return exitCodeOf(error)
  } finally {
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', interrupt)
  }
}

/** @param {unknown} error @param {string} message */
const errorBody = (error, message) => ({
  error: {
    message,
    exitCode: exitCodeOf(error),
    ...(error instanceof Error && 'code' in error && { code: error.code }),
    ...(error instanceof Error && 'status' in error && { status: error.status }),
  },
})

/**
 * @param {readonly string[]} argv @param {import('./terminal/output.js').Output} out @param {AbortSignal} signal
 * @param {(settings: import('./storage/settings.js').Settings) => void} onSettings
 */
async function runCommand(argv, out, signal, onSettings) {
  const words = wordsOf(argv)
  if (words[0] === 'help' && words.length > 1) return runCommand([...words.slice(1), '--help'], out, signal, onSettings)
  const command = findCommand(await commandsOf(words[0] ?? ''), words)
  if (!command) return runWithout(argv, out)
  const { args, options } = parse(command, argv)
  if (options['help']) {
    out.print(commandHelp(command))
    return exitCodes.ok
  }
  checkCount(command, args)
  const settings = await readSettings(options)
  onSettings(settings)
  if (!settings.url && !command.needsNoSite) throw notSignedIn()
  const forge = createForge({ url: settings.url ?? '', key: settings.key, attempts: maxAttempts })
  return (await command.run({ args, options, forge, settings, out, signal })) ?? exitCodes.ok
}

const notSignedIn = () =>
  new CommandError('You are not signed in. Run "forge login URL", or set FORGE_URL and FORGE_KEY.', exitCodes.notAllowed)

/** @param {readonly string[]} argv @param {import('./terminal/output.js').Output} out */
async function runWithout(argv, out) {
  if (argv.includes('--version') || argv.includes('-v')) {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    out.print(version)
    return exitCodes.ok
  }
  const words = wordsOf(argv)
  const near = await commandsOf(words[0] ?? '')
  if (words.length === 0 || words[0] === 'help' || ((argv.includes('--help') || argv.includes('-h')) && near.length > 0)) {
    out.print(generalHelp(near.length > 0 ? near : await allCommands()))
    return argv.length === 0 ? exitCodes.usage : exitCodes.ok
  }
  if (near.length > 0)
    throw new UsageError(`forge ${words[0]} needs one of: ${near.map(({ name }) => name.split(' ').slice(1).join(' ')).join(', ')}.`)
  const meant = nearestWord(words[0] ?? '', firstWords)
  throw new UsageError(`There is no command "${words[0]}". ${meant ? `Did you mean ${meant}?` : '"forge --help" lists them.'}`)
}

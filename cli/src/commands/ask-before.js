import { CommandError, exitCodes, UsageError } from '../exit-codes.js'
import { canAsk, confirm } from '../terminal/ask.js'

/** Rejects unless a person says yes, or --yes said so. @param {Pick<import('../command.js').Context, 'options' | 'signal'>} context @param {string} question */
export async function askBefore({ options, signal }, question) {
  if (options['yes'] === true) return
  if (!canAsk()) throw new UsageError('This cannot be undone: add --yes.')
  if (!(await confirm(question, signal))) throw new CommandError('Nothing was changed.', exitCodes.failure)
}

import { commonOptions } from '../arguments.js'
import { exitCodes, UsageError } from '../exit-codes.js'
import { bashCompletion, zshCompletion } from '../terminal/completion-scripts.js'

/** @import { Command } from '../command.js' */

/** @param {() => Promise<readonly Command[]>} commands @returns {Command} */
export const createCompletion = (commands) => ({
  name: 'completion',
  usage: 'bash|zsh',
  summary: 'print a script that completes commands and options',
  notes: 'bash: source <(forge completion bash)    zsh: source <(forge completion zsh)',
  options: {},
  count: [1, 1],
  needsNoSite: true,
  async run({ args, out }) {
    const write = { bash: bashCompletion, zsh: zshCompletion }[args[0] ?? '']
    if (!write) throw new UsageError('Usage: forge completion bash|zsh')
    out.print(write((await commands()).map((each) => ({ ...each, options: { ...each.options, ...commonOptions } }))))
    return exitCodes.ok
  },
})

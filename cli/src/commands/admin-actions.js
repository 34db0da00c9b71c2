import { exitCodes } from '../exit-codes.js'
import { bytesText } from '../terminal/text.js'
import { askBefore } from './ask-before.js'

/** @import { Command, Context } from '../command.js' */

/** @type {import('../command.js').Option} */
const yes = { type: 'boolean', short: 'y', help: 'do not ask' }

/** @param {'disable' | 'enable'} verb @param {string} summary @returns {Command} */
const switchUser = (verb, summary) => ({
  name: `admin users ${verb}`,
  usage: 'USER_ID',
  summary,
  options: { yes },
  count: [1, 1],
  async run(context) {
    const {
      args: [id = ''],
      forge,
      out,
      signal,
    } = context
    if (verb === 'disable') await askBefore(context, 'Disable this account and end its sessions?')
    const { result } = await forge.call(`POST /admin/users/{id}/${verb}`, { params: { id } }, { signal })
    out.result({ user: result }, () => out.notice(`${result.username} is ${verb}d.`))
    return exitCodes.ok
  },
})

/** @type {Command} */
const cancelJob = {
  name: 'admin jobs cancel',
  usage: 'ID',
  summary: 'cancel the job of any user',
  options: { yes },
  count: [1, 1],
  async run(context) {
    const {
      args: [id = ''],
      forge,
      out,
      signal,
    } = context
    await askBefore(context, 'Cancel this job?')
    const { result } = await forge.call('POST /admin/jobs/{id}/cancel', { params: { id } }, { signal })
    out.result({ result }, () => out.notice('Cancelled.'))
    return exitCodes.ok
  },
}

/** @type {Command} */
const restartFailed = {
  name: 'admin jobs restart-failed',
  usage: '',
  summary: 'queue all failed jobs again',
  options: { yes },
  count: [0, 0],
  async run(context) {
    const { forge, out, signal } = context
    await askBefore(context, 'Queue all failed jobs of all users again?')
    const { result } = await forge.call('POST /jobs/admin/restart-failed', {}, { signal })
    out.result({ result }, () => out.fields({ restarted: result.restarted }))
    return exitCodes.ok
  },
}

/** @type {Command} */
const cleanUp = {
  name: 'admin storage clean-up',
  usage: '',
  summary: 'move old temporary files, and files that nothing needs, to the trash',
  options: { 'dry-run': { type: 'boolean', help: 'only count them' }, yes },
  count: [0, 0],
  async run(context) {
    const { options, forge, out, signal } = context
    const dryRun = options['dry-run'] === true
    if (!dryRun) await askBefore(context, 'Move these files to the trash, for seven days?')
    const { result: temporary } = await forge.call('POST /admin/storage/cleanup-temp', { body: { dryRun } }, { signal })
    const { result: orphans } = await forge.call('POST /admin/storage/optimize', { body: { dryRun } }, { signal })
    out.result({ temporary, orphans }, () =>
      out.table(
        ['what', 'files', 'size'],
        [
          ['temporary', temporary.deletedCount, bytesText(temporary.freedSpace)],
          ['not needed', orphans.orphanedFiles, bytesText(orphans.freedSpace)],
        ],
      ),
    )
    return exitCodes.ok
  },
}

export const adminActions = [
  switchUser('disable', 'disable an account: its sessions and keys end, its videos stay'),
  switchUser('enable', 'enable a disabled account'),
  cancelJob,
  restartFailed,
  cleanUp,
]

import { exitCodes } from '../exit-codes.js'
import { plain } from '../terminal/text.js'
import { askBefore } from './ask-before.js'

/** @import { Command } from '../command.js' */

/** @type {Command} */
export const deleteVideos = {
  name: 'delete',
  usage: 'ID…',
  summary: 'delete videos with their jobs and files',
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  count: [1, 1000],
  async run(context) {
    const { args, forge, out, signal } = context
    // All are looked up first, so that a wrong one leaves the others untouched.
    const videos = []
    for (const id of args) videos.push((await forge.call('GET /gallery/videos/{id}', { params: { id } }, { signal })).video)
    const names = videos.map(({ title }) => `"${plain(title)}"`).join(', ')
    await askBefore(context, `Delete ${names} for ever?`)
    for (const { id } of videos) await forge.call('DELETE /gallery/videos/{id}', { params: { id } }, { signal })
    out.result({ deleted: videos.map(({ id, title }) => ({ id, title })) }, () => out.notice(`Deleted ${names}.`))
    return exitCodes.ok
  },
}

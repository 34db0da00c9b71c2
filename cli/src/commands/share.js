import { numberOption, textOption } from '../arguments.js'
import { exitCodes } from '../exit-codes.js'

/** @import { Command } from '../command.js' */

/** @type {Command} */
export const share = {
  name: 'share',
  usage: 'ID',
  summary: 'print a link to a video; to a private one, a link that expires',
  options: {
    hours: { type: 'string', value: 'N', help: 'until it expires, 1 to 720; 168 unless given' },
    list: { type: 'boolean', help: 'list the links of a private video instead' },
    revoke: { type: 'string', value: 'LINK_ID', help: 'revoke a link instead, or "all"' },
  },
  count: [1, 1],
  async run({ args: [id = ''], options, forge, settings, out, signal }) {
    const params = { id }
    if (options['list']) {
      const { links } = await forge.call('GET /gallery/videos/{id}/links', { params }, { signal })
      out.result({ links }, () =>
        out.table(
          ['id', 'created', 'expires'],
          links.map((link) => [link.id, link.createdAt, link.expiresAt]),
        ),
      )
      return exitCodes.ok
    }
    const revoked = textOption(options, 'revoke')
    if (revoked !== undefined) {
      const { result } =
        revoked === 'all'
          ? await forge.call('DELETE /gallery/videos/{id}/links', { params }, { signal })
          : await forge.call('DELETE /gallery/videos/{id}/links/{linkId}', { params: { id, linkId: revoked } }, { signal })
      out.result({ result }, () => out.notice(`Revoked: ${result.revoked}`))
      return exitCodes.ok
    }
    const expiresInHours = numberOption(options, 'hours', 168, [1, 720])
    const { video } = await forge.call('GET /gallery/videos/{id}', { params }, { signal })
    if (video.visibility === 'public') {
      const url = `${settings.url}/video/${id}`
      out.result({ url, expiresAt: null }, () => out.print(url))
      return exitCodes.ok
    }
    const { link } = await forge.call('POST /gallery/videos/{id}/links', { params, body: { expiresInHours } }, { signal })
    out.result({ url: link.url, expiresAt: link.expiresAt, id: link.id }, () => out.print(link.url))
    return exitCodes.ok
  },
}

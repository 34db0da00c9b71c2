import { choiceOption, numberOption } from '../arguments.js'
import { exitCodes } from '../exit-codes.js'
import { durationText } from '../terminal/text.js'

/** @import { Command } from '../command.js' */

const statuses = /** @type {const} */ ([
  'PENDING',
  'DOWNLOADING',
  'PROCESSING',
  'UPLOADING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'ACTIVE',
  'RUNNING',
])
const pageSize = 100

/** @type {Command} */
export const list = {
  name: 'list',
  usage: '',
  summary: 'your videos, newest first; those without a job before the others',
  options: {
    status: { type: 'string', value: 'STATUS', help: 'only those', choices: statuses },
    limit: { type: 'string', value: 'N', help: 'at most so many; 50 unless given' },
  },
  count: [0, 0],
  async run({ forge, options, out, signal }) {
    const wanted = choiceOption(options, 'status', statuses)
    const limit = numberOption(options, 'limit', 50, [1, 1_000_000])
    /** @type {{ id: string, title: string, visibility: string, status: string, duration: number | null, created_at: string }[]} */
    const videos = []
    /** @type {string | undefined} */
    let cursor
    do {
      const query = {
        limit: Math.min(pageSize, limit - videos.length),
        drafts: wanted ? /** @type {const} */ ('none') : /** @type {const} */ ('first'),
        status: wanted,
        cursor,
      }
      const page = await forge.call('GET /jobs', { query }, { signal })
      videos.push(...page.drafts.map((draft) => ({ ...draft, status: 'DRAFT' })), ...page.jobs)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && videos.length < limit)
    out.result({ videos, nextCursor: cursor ?? null }, () =>
      out.table(
        ['id', 'status', 'who', 'length', 'created', 'title'],
        videos.map(({ id, status, visibility, duration, created_at, title }) => [
          id,
          status,
          visibility,
          durationText(duration),
          created_at.slice(0, 16).replace('T', ' '),
          title,
        ]),
      ),
    )
    return exitCodes.ok
  },
}

import { choiceOption, numberOption, textOption } from '../arguments.js'
import { exitCodes } from '../exit-codes.js'
import { bytesText } from '../terminal/text.js'

/** @import { Command } from '../command.js' */

const visibilities = /** @type {const} */ (['public', 'private'])
const statuses = /** @type {const} */ (['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING', 'COMPLETED', 'FAILED', 'CANCELLED', 'ACTIVE'])
/** @type {import('../command.js').Option} */
const search = { type: 'string', value: 'TEXT', help: 'only those that contain it' }

/** @type {Command} */
const users = {
  name: 'admin users',
  usage: '',
  summary: 'the accounts of the site',
  options: { search, limit: { type: 'string', value: 'N', help: 'at most so many, up to 500; 100 unless given' } },
  count: [0, 0],
  async run({ options, forge, out, signal }) {
    const query = { search: textOption(options, 'search'), limit: numberOption(options, 'limit', 100, [1, 500]) }
    const { result, total } = await forge.call('GET /admin/users', { query }, { signal })
    out.result({ users: result, total }, () =>
      out.table(
        ['id', 'username', 'e-mail', 'role', 'videos', 'stored', 'state'],
        result.map((user) => [
          user.id,
          user.username,
          user.email,
          user.role,
          user.videos,
          bytesText(user.bytes),
          user.disabled ? 'disabled' : user.status.toLowerCase(),
        ]),
      ),
    )
    return exitCodes.ok
  },
}

/** @type {Command} */
const jobs = {
  name: 'admin jobs',
  usage: '',
  summary: 'the jobs of all users, newest first',
  options: {
    search,
    status: { type: 'string', value: 'STATUS', help: 'only those', choices: statuses },
    tag: { type: 'string', value: 'TAG', help: 'only those whose video has it' },
    visibility: { type: 'string', value: 'WHO', help: 'only those whose video is public, or private', choices: visibilities },
    limit: { type: 'string', value: 'N', help: 'at most so many, up to 100; 50 unless given' },
  },
  count: [0, 0],
  async run({ options, forge, out, signal }) {
    const query = {
      search: textOption(options, 'search'),
      status: choiceOption(options, 'status', statuses),
      tag: textOption(options, 'tag'),
      visibility: choiceOption(options, 'visibility', visibilities),
      limit: numberOption(options, 'limit', 50, [1, 100]),
    }
    const answer = await forge.call('GET /admin/jobs/all', { query }, { signal })
    out.result({ jobs: answer.jobs, total: answer.total, nextCursor: answer.nextCursor }, () =>
      out.table(
        ['id', 'status', 'progress', 'user', 'title', 'error'],
        answer.jobs.map((job) => [job.id, job.status, `${Math.floor(job.progress)} %`, job.username, job.title, job.error_text]),
      ),
    )
    return exitCodes.ok
  },
}

/** @type {Command} */
const storage = {
  name: 'admin storage',
  usage: '',
  summary: 'what is stored, by kind and by user',
  options: {},
  count: [0, 0],
  async run({ forge, out, signal }) {
    const { result } = await forge.call('GET /admin/storage/stats', {}, { signal })
    const { bucket, disk, trash, byKind, byUser } = result
    out.result({ storage: result }, () => {
      out.fields({
        files: bucket.totalFiles,
        stored: bytesText(bucket.totalBytes),
        trash: bytesText(trash.bytes),
        disk: disk && `${bytesText(disk.free)} of ${bytesText(disk.total)} free`,
      })
      out.table(
        ['what', 'files', 'stored'],
        [
          ...byKind.map((each) => [each.kind, each.files, bytesText(each.bytes)]),
          ...byUser.map((each) => [each.username, each.files, bytesText(each.bytes)]),
        ],
      )
    })
    return exitCodes.ok
  },
}

/** @type {Command} */
const doctor = {
  name: 'admin doctor',
  usage: '',
  summary: 'whether all parts of the site work; the exit code is 1 if one does not',
  options: {},
  count: [0, 0],
  async run({ forge, out, signal }) {
    const { status } = await forge.call('GET /jobs/admin/processing-status', {}, { signal })
    const parts = Object.entries(status.systemHealth)
    const isHealthy = parts.every(([, { status: state }]) => state === 'connected') && status.workers.length > 0
    out.result({ isHealthy, status }, () => {
      out.table(
        ['part', 'state', 'took', 'note'],
        [
          ...parts.map(([name, part]) => [
            name,
            part.status === 'connected' ? 'works' : 'fails',
            `${Math.round(part.milliseconds)} ms`,
            part.message,
          ]),
          [
            'workers',
            status.workers.length > 0 ? 'works' : 'fails',
            '',
            `${status.workers.length} running, ${status.queue.activeJobs} jobs at work, ${status.queue.queuedJobs} waiting`,
          ],
        ],
      )
      out.notice(`ffmpeg ${status.ffmpeg.version}: ${status.ffmpeg.verdict}`)
    })
    return isHealthy ? exitCodes.ok : exitCodes.failure
  },
}

export const adminCommands = [users, jobs, storage, doctor]

import { ApiError } from '@video-forge/client'
import { exitCodes } from '../exit-codes.js'
import { durationText } from '../terminal/text.js'

/** @import { Command, Context } from '../command.js' */

/** @type {Command} */
export const status = {
  name: 'status',
  usage: '[ID]',
  summary: 'what becomes of a video, or of all that are being processed',
  notes: 'With an ID the exit code is 1 if the video could not be made.',
  options: { wait: { type: 'boolean', help: 'until the job has ended; needs an ID' } },
  count: [0, 1],
  async run(context) {
    const [id] = context.args
    return id === undefined ? showActive(context) : showOne(context, id)
  },
}

/** @param {Context} context */
async function showActive({ forge, out, signal }) {
  const [{ stats }, { jobs }] = await Promise.all([
    forge.call('GET /jobs/stats', {}, { signal }),
    forge.call('GET /jobs', { query: { status: 'ACTIVE', limit: 100 } }, { signal }),
  ])
  out.result({ stats, active: jobs }, () => {
    out.table(
      ['id', 'status', 'progress', 'left', 'title'],
      jobs.map((job) => [job.id, job.status, `${Math.floor(job.progress)} %`, durationText(job.eta_seconds), job.title]),
    )
    out.notice(`${stats.COMPLETED} completed, ${stats.FAILED} failed, ${jobs.length} active, ${stats.drafts} without a job`)
  })
  return exitCodes.ok
}

/** @param {Context} context @param {string} id */
async function showOne({ forge, options, settings, out, signal }, id) {
  const job = options['wait'] ? await forge.waitForJob(id, { signal }) : await jobOf(forge, id, signal)
  if (!job) {
    const { video } = await forge.call('GET /gallery/videos/{id}', { params: { id } }, { signal })
    out.result({ video }, () => out.fields({ id, title: video.title, status: video.status, page: `${settings.url}/video/${id}` }))
    return video.status === 'failed' ? exitCodes.failure : exitCodes.ok
  }
  out.result({ job }, () =>
    out.fields({
      id,
      title: job.title,
      status: job.status,
      progress: job.status === 'COMPLETED' ? undefined : `${Math.floor(job.progress)} %`,
      stage: job.stage,
      left: job.status === 'COMPLETED' ? undefined : durationText(job.eta_seconds),
      ahead: job.queue_position,
      error: job.error_text,
      page: `${settings.url}/video/${id}`,
    }),
  )
  return job.status === 'FAILED' || job.status === 'CANCELLED' ? exitCodes.failure : exitCodes.ok
}

/** The job of a video; an upload may have none. @param {Context['forge']} forge @param {string} id @param {AbortSignal} signal */
async function jobOf(forge, id, signal) {
  try {
    return (await forge.call('GET /jobs/{id}', { params: { id } }, { signal })).job
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined
    throw error
  }
}

import * as z from 'zod'
import type { Access } from './endpoint.ts'
import { job } from './jobs.ts'

/** How a job stands now. Each update is the whole of it, so that a missed one costs nothing. */
const jobUpdate = z
  .object({
    jobId: job.shape.id,
    ...job.pick({
      status: true,
      progress: true,
      updated_at: true,
      stage: true,
      eta_seconds: true,
      queue_position: true,
      renditions: true,
      error_text: true,
      error_cause: true,
      asset_count: true,
    }).shape,
  })
  .meta({ id: 'JobUpdate' })
export type JobUpdate = z.infer<typeof jobUpdate>

const systemStats = z
  .object({
    /** Jobs being worked on. */
    currentJobs: z.number(),
    /** Jobs that wait for their turn. */
    queueLength: z.number(),
    /** How many jobs one worker takes at once. */
    maxConcurrent: z.number(),
  })
  .meta({ id: 'SystemStats' })
export type SystemStats = z.infer<typeof systemStats>

const jobRemoved = z.object({ jobId: job.shape.id }).meta({ id: 'JobRemoved' })

/** The data of each kind of event, by its name. */
const liveEvents = { job_update: jobUpdate, job_removed: jobRemoved, system_stats: systemStats }
export type LiveEventName = keyof typeof liveEvents
export type LiveEventData<Name extends LiveEventName> = z.infer<(typeof liveEvents)[Name]>

interface EventStream {
  readonly summary: string
  readonly description: string
  readonly access: Access
  readonly events: Record<string, z.ZodType>
}

/** Calls that answer with a stream of Server-Sent Events and so are not in the endpoint table. */
export const eventStreams = {
  'GET /jobs/events': {
    summary: 'What happens to the own jobs, as it happens; to all jobs for an admin',
    description:
      'Server-Sent Events. First every active job and, after Last-Event-ID, everything that changed since; then each change, at most four a second for one job. A comment comes at least every 15 seconds. The stream ends with the token.',
    access: 'signed-in',
    events: liveEvents,
  },
} satisfies Record<string, EventStream>

export type StreamKey = keyof typeof eventStreams
export const eventStreamList = Object.entries(eventStreams) as [StreamKey, EventStream][]

import * as z from 'zod'
import type { Access } from './endpoint.ts'
import { job } from './jobs.ts'
import type { Scope } from './rules/access.ts'

/** The current state of a job. Each update is complete, so that a missed one does no harm. */
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
      playable: true,
      transcription: true,
    }).shape,
    /** `thumbnail_url` of the job leads to a picture. */
    has_thumbnail: z.boolean(),
  })
  .meta({ id: 'JobUpdate' })
export type JobUpdate = z.infer<typeof jobUpdate>

const systemStats = z
  .object({
    /** Running jobs. */
    currentJobs: z.number(),
    /** Waiting jobs. */
    queueLength: z.number(),
    /** How many jobs one worker runs at once. */
    maxConcurrent: z.number(),
  })
  .meta({ id: 'SystemStats' })
export type SystemStats = z.infer<typeof systemStats>

const jobRemoved = z.object({ jobId: job.shape.id }).meta({ id: 'JobRemoved' })

/** The data of each event by its name. */
const liveEvents = { job_update: jobUpdate, job_removed: jobRemoved, system_stats: systemStats }
export type LiveEventName = keyof typeof liveEvents
export type LiveEventData<Name extends LiveEventName> = z.infer<(typeof liveEvents)[Name]>

interface EventStream {
  readonly summary: string
  readonly description: string
  readonly access: Access
  readonly scope: Scope
  readonly events: Record<string, z.ZodType>
}

/** Calls that respond with Server-Sent Events; they are not in the endpoint table. */
export const eventStreams = {
  'GET /jobs/events': {
    summary: 'Live updates of your jobs, or of all jobs for an admin',
    description:
      'Server-Sent Events. Sends every active job first, and those whose automatic captions are being made, and, with Last-Event-ID, everything that changed since; then each change, at most four per second and job. A comment is sent at least every 15 seconds. The stream ends when the token expires.',
    access: 'signed-in',
    scope: 'read',
    events: liveEvents,
  },
} satisfies Record<string, EventStream>

export type StreamKey = keyof typeof eventStreams
export const eventStreamList = Object.entries(eventStreams) as [StreamKey, EventStream][]

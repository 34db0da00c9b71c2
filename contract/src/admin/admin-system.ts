import * as z from 'zod'
import { captionModes } from '../captions/caption-choice.ts'
import { answer, endpoint, id } from '../endpoint.ts'
import { activityColors, healthParts, historyRanges } from '../rules/admin-rules.ts'
import { jobStatuses } from '../rules/jobs/job-lifecycle.ts'
import { bytes, count, moment } from './admin-fields.ts'

const reading = z.object({
  status: z.enum(['connected', 'failing']),
  /** When this was last checked. */
  checkedAt: moment,
  milliseconds: z.number(),
  message: z.string().nullable(),
})
const health = z.object(
  Object.fromEntries(healthParts.map((part) => [part, reading])) as Record<(typeof healthParts)[number], typeof reading>,
)

const ffmpeg = z.object({
  version: z.string(),
  isOld: z.boolean(),
  /** Why it counts as outdated or current, as a sentence. */
  verdict: z.string(),
  encoders: z.array(z.object({ name: z.string(), available: z.boolean() })),
})

const worker = z.object({
  id,
  host: z.string(),
  pid: z.number(),
  role: z.string(),
  concurrency: count,
  jobs: z.array(z.object({ id, title: z.string(), status: z.enum(jobStatuses), progress: z.number(), stage: z.string().nullable() })),
  /** The load average of one minute, and the number of cores. */
  load: z.number(),
  cores: count,
  diskFree: bytes.nullable(),
  diskTotal: bytes.nullable(),
  startedAt: moment,
  seenAt: moment,
})
export type Worker = z.infer<typeof worker>

/** Automatic captions on this site. */
const captions = z.object({
  mode: z.enum(captionModes),
  siteLanguage: z.string().nullable(),
  /** What the workers that run now can recognise, each model once. */
  models: z.array(
    z.object({
      /** Null if it cannot be used. */
      name: z.string().nullable(),
      languages: z.array(z.string()),
      /** The folder that CAPTIONS_MODEL_DIR names; null for the model that comes with the product. */
      folder: z.string().nullable(),
      /** Why it cannot be used, as a sentence; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
})
export type CaptionsStatus = z.infer<typeof captions>

const processingStatus = z
  .object({
    queue: z.object({ queuedJobs: count, activeJobs: count, maxConcurrentJobs: count }),
    systemHealth: health,
    ffmpeg,
    workers: z.array(worker),
    disk: z.object({ free: bytes, total: bytes }).nullable(),
    captions,
  })
  .meta({ id: 'ProcessingStatus' })
export type ProcessingStatus = z.infer<typeof processingStatus>

const metricPoint = z.object({
  at: moment,
  queued: z.number(),
  active: z.number(),
  /** Seconds of video encoded per second. */
  throughput: z.number(),
  completed: z.number(),
  failed: z.number(),
  storageBytes: bytes,
})
export type MetricPoint = z.infer<typeof metricPoint>

const activity = z.object({ id: z.string(), activity: z.string(), timeAgo: z.string(), color: z.enum(activityColors), at: moment })

const loadTest = z.object({
  jobs: count,
  completed: count,
  failed: count,
  running: count,
  /** Accepted, but missing now. */
  lost: count,
  /** Completed more than once. */
  duplicated: count,
  finished: z.boolean(),
  secondsPerJob: z.object({ median: z.number(), longest: z.number(), mean: z.number() }).nullable(),
  totalSeconds: z.number().nullable(),
})
export type LoadTest = z.infer<typeof loadTest>

export const adminSystemEndpoints = {
  'GET /jobs/admin/processing-status': endpoint({
    summary: 'Queue, health checks and workers',
    access: 'admin',
    scope: 'admin',
    output: answer({ status: processingStatus }),
    errors: [],
  }),
  'GET /jobs/admin/recent-activity': endpoint({
    summary: 'Recent activity',
    access: 'admin',
    scope: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    output: answer({ activities: z.array(activity) }),
    errors: [],
  }),
  'GET /admin/metrics': endpoint({
    summary: 'Queue, throughput, failures and storage over time',
    access: 'admin',
    scope: 'admin',
    query: z.object({ range: z.enum(historyRanges).default('1h') }),
    output: answer({ range: z.enum(historyRanges), stepSeconds: z.number(), points: z.array(metricPoint) }),
    errors: [],
  }),
  'GET /admin/load-test': endpoint({
    summary: 'Results of a load test',
    access: 'admin',
    scope: 'admin',
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id).min(1).max(20)),
    }),
    output: answer({ result: loadTest }),
    errors: [],
  }),
}

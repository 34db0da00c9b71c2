import * as z from 'zod'
import { user } from './accounts.ts'
import { activityColors, healthParts, historyRanges, jobSorts, reportFormats, userSorts } from './admin-rules.ts'
import { answer, endpoint, fileAnswer, id } from './endpoint.ts'
import { jobStatuses } from './job-lifecycle.ts'
import { job, plan } from './jobs.ts'
import { limits } from './limits.ts'

const moment = z.iso.datetime()
const count = z.number().int().nonnegative()
const bytes = z.number().nonnegative()
/** In an address everything is text. */
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
const search = z.string().trim().max(200).optional()
const choiceOfJobs = z.array(id).min(1).max(1000)

const adminJob = job.extend({ user_id: id, user_email: z.string(), username: z.string(), bytes, attempts: count }).meta({ id: 'AdminJob' })
export type AdminJob = z.infer<typeof adminJob>

const adminUser = user
  .extend({
    disabled: z.boolean(),
    videos: count,
    files: count,
    bytes,
    activeJobs: count,
    /** Null is no limit. */
    quotaBytes: z.number().nullable(),
    quotaJobs: z.number().nullable(),
    lastSignInAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof adminUser>

const reading = z.object({
  status: z.enum(['connected', 'failing']),
  /** When this was last looked at; a reading has an age. */
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
  /** Why it counts as old or as current, in a sentence. */
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
  /** The machine's load over one minute, and how many cores share it. */
  load: z.number(),
  cores: count,
  diskFree: bytes.nullable(),
  diskTotal: bytes.nullable(),
  startedAt: moment,
  seenAt: moment,
})
export type Worker = z.infer<typeof worker>

const processingStatus = z
  .object({
    queue: z.object({ queuedJobs: count, activeJobs: count, maxConcurrentJobs: count }),
    systemHealth: health,
    ffmpeg,
    workers: z.array(worker),
    disk: z.object({ free: bytes, total: bytes }).nullable(),
  })
  .meta({ id: 'ProcessingStatus' })
export type ProcessingStatus = z.infer<typeof processingStatus>

const metricPoint = z.object({
  at: moment,
  queued: z.number(),
  active: z.number(),
  /** Seconds of video made per second. */
  throughput: z.number(),
  completed: z.number(),
  failed: z.number(),
  storageBytes: bytes,
})
export type MetricPoint = z.infer<typeof metricPoint>

const activity = z.object({ id: z.string(), activity: z.string(), timeAgo: z.string(), color: z.enum(activityColors), at: moment })

const jobInDepth = z.object({
  job: adminJob,
  plan: plan.nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** The machine that is at it right now. */
  worker: z.string().nullable(),
  timeline: z.array(
    z.object({
      at: moment,
      attempt: count,
      status: z.enum(jobStatuses),
      stage: z.string().nullable(),
      /** How long it stayed so; null for where it is now. */
      seconds: z.number().nullable(),
    }),
  ),
  log: z.array(z.object({ at: moment, attempt: count, line: z.string() })),
})
export type JobInDepth = z.infer<typeof jobInDepth>

const amount = z.object({ files: count, bytes })
const storageStats = z
  .object({
    bucket: z.object({ totalSize: z.number(), totalSizeMB: z.number(), totalFiles: count, totalBytes: bytes, bucketName: z.string() }),
    assets: z.object({ total: count, recent: count, bytes }),
    /** When the files in storage were last counted. */
    lastUpdated: moment,
    byPrefix: z.array(amount.extend({ name: z.string() })),
    byKind: z.array(amount.extend({ kind: z.string() })),
    byUser: z.array(amount.extend({ userId: id, username: z.string(), email: z.string() })),
    trash: amount,
    disk: z.object({ free: bytes, total: bytes }).nullable(),
  })
  .meta({ id: 'StorageStats' })
export type StorageStats = z.infer<typeof storageStats>

const found = z.object({ name: z.string(), bytes, reason: z.string() })
const tempResult = z.object({ deletedCount: count, freedSpace: bytes, dryRun: z.boolean(), items: z.array(found) })
export type TempResult = z.infer<typeof tempResult>

const optimizeResult = z.object({
  orphanedFiles: count,
  freedSpace: bytes,
  /** Rows whose file is gone. */
  missingFiles: count,
  compression: z.object({ compressedCount: count, savedBytes: bytes, reason: z.string() }),
  dryRun: z.boolean(),
  /** False when there was more to look at than one call may take; the next call finds the rest. */
  complete: z.boolean(),
  items: z.array(found),
})
export type OptimizeResult = z.infer<typeof optimizeResult>

const trashItem = z.object({
  id,
  kind: z.enum(['file', 'temp', 'row']),
  name: z.string(),
  bytes,
  reason: z.string(),
  removedAt: moment,
  removedBy: z.string(),
  goesAt: moment,
})
export type TrashItem = z.infer<typeof trashItem>

const auditEntry = z.object({
  id,
  at: moment,
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const loadTest = z.object({
  jobs: count,
  completed: count,
  failed: count,
  running: count,
  /** Acknowledged, and not there any more. */
  lost: count,
  /** Finished more than once. */
  duplicated: count,
  finished: z.boolean(),
  secondsPerJob: z.object({ median: z.number(), longest: z.number(), mean: z.number() }).nullable(),
  totalSeconds: z.number().nullable(),
})
export type LoadTest = z.infer<typeof loadTest>

const dryRunBody = z.object({ dryRun: z.boolean().default(false) }).nullish()
const quota = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()
const oneUser = { access: 'admin', params: z.object({ id }), errors: ['NOT_FOUND', 'CONFLICT'] } as const

export const adminEndpoints = {
  'GET /admin/jobs/stats': endpoint({
    summary: 'How many users and jobs there are',
    access: 'admin',
    output: answer({
      stats: z.object({
        totalUsers: count,
        /** Made in the last 24 hours. */
        recentJobs: count,
        jobStats: z.object(
          Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<(typeof jobStatuses)[number], typeof count>,
        ),
      }),
    }),
    errors: [],
  }),
  'GET /admin/jobs/all': endpoint({
    summary: "Everybody's jobs",
    access: 'admin',
    query: z.object({
      search,
      status: z.enum([...jobStatuses, 'ACTIVE']).optional(),
      sort: z.enum(jobSorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(limits.adminRecentJobs),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      jobs: z.array(adminJob),
      total: count,
      /** The search found more than are worth counting: total is then the least there are. */
      totalIsLeast: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'GET /admin/jobs/{id}': endpoint({
    summary: 'One job in depth: its plan, the timeline of its stages, its attempts and the end of its log',
    access: 'admin',
    params: z.object({ id }),
    output: answer({ result: jobInDepth }),
    errors: ['NOT_FOUND'],
  }),
  'POST /admin/jobs/{id}/cancel': endpoint({
    summary: "Stop anybody's job at once",
    access: 'admin',
    params: z.object({ id }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'POST /jobs/admin/restart-failed': endpoint({
    summary: 'Put failed jobs back in line: all of them, or the ones named',
    access: 'admin',
    body: z.object({ ids: choiceOfJobs.optional() }).nullish(),
    output: answer({ result: z.object({ restarted: count }) }),
    errors: [],
  }),
  'DELETE /jobs/admin/cleanup-old': endpoint({
    summary: 'Delete failed and cancelled jobs that ended over 30 days ago; a completed one is never swept',
    access: 'admin',
    query: z.object({ dryRun: flag }),
    output: answer({
      result: z.object({
        deletedCount: count,
        freedSpace: bytes,
        /** There were too many to look at each file: freedSpace is then the least it is. */
        freedSpaceIsLeast: z.boolean(),
        dryRun: z.boolean(),
      }),
    }),
    errors: [],
  }),
  'DELETE /jobs/admin/{id}': endpoint({
    summary: "Delete anybody's job with its video and every file of it, whatever state it is in",
    access: 'admin',
    params: z.object({ id }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /jobs/admin/processing-status': endpoint({
    summary: 'The queue, the health of every part, and the workers',
    access: 'admin',
    output: answer({ status: processingStatus }),
    errors: [],
  }),
  'GET /jobs/admin/recent-activity': endpoint({
    summary: 'What happened lately',
    access: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    output: answer({ activities: z.array(activity) }),
    errors: [],
  }),
  'GET /admin/metrics': endpoint({
    summary: 'Queue, throughput, failures and storage over time',
    access: 'admin',
    query: z.object({ range: z.enum(historyRanges).default('1h') }),
    output: answer({ range: z.enum(historyRanges), stepSeconds: z.number(), points: z.array(metricPoint) }),
    errors: [],
  }),
  'GET /admin/load-test': endpoint({
    summary: 'What became of the jobs of a load test',
    access: 'admin',
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id).min(1).max(20)),
    }),
    output: answer({ result: loadTest }),
    errors: [],
  }),
  'GET /admin/storage/stats': endpoint({
    summary: 'What is in storage: in all, by kind and by user',
    access: 'admin',
    output: answer({ result: storageStats }),
    errors: [],
  }),
  'POST /admin/storage/cleanup-temp': endpoint({
    summary: 'Put temporary files older than 24 hours into the trash; a dry run only lists them',
    access: 'admin',
    body: dryRunBody,
    output: answer({ result: tempResult }),
    errors: [],
  }),
  'POST /admin/storage/optimize': endpoint({
    summary: 'Put files without rows and rows without files into the trash; a dry run only lists them',
    access: 'admin',
    body: dryRunBody,
    output: answer({ result: optimizeResult }),
    errors: ['CONFLICT'],
  }),
  'GET /admin/storage/report': endpoint({
    summary: 'Storage over a period as a file, with growth by day',
    access: 'admin',
    query: z.object({
      format: z.enum(reportFormats).default('json'),
      period: z.coerce.number().int().min(1).max(366).default(limits.reportDays),
    }),
    output: fileAnswer,
    file: ['application/json', 'text/csv'],
    errors: [],
  }),
  'GET /admin/storage/trash': endpoint({
    summary: 'What clean-ups removed in the last 7 days',
    access: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.string().max(200).optional() }),
    output: answer({ items: z.array(trashItem), total: count, bytes, nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'POST /admin/storage/trash/restore': endpoint({
    summary: 'Put things from the trash back where they were',
    access: 'admin',
    body: z.object({ ids: choiceOfJobs }),
    output: answer({ result: z.object({ restored: count, refused: count }) }),
    errors: [],
  }),
  'DELETE /admin/storage/trash': endpoint({
    summary: 'Delete everything in the trash for good',
    access: 'admin',
    query: z.object({ dryRun: flag }),
    output: answer({ result: z.object({ deletedCount: count, freedSpace: bytes, dryRun: z.boolean() }) }),
    errors: [],
  }),
  'GET /admin/users': endpoint({
    summary: 'The users, with what belongs to each',
    access: 'admin',
    query: z.object({
      search,
      sort: z.enum(userSorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    output: answer({ result: z.array(adminUser), total: count }),
    errors: [],
  }),
  'PUT /admin/users/{id}/quota': endpoint({
    summary: 'How many bytes a user may keep and how many jobs they may have at once; null is no limit',
    ...oneUser,
    body: z.object({ quotaBytes: quota, quotaJobs: quota }),
    output: answer({ result: adminUser }),
  }),
  'POST /admin/users/{id}/disable': endpoint({
    summary: 'Shut a user out: their sessions end at once, what is theirs stays',
    ...oneUser,
    output: answer({ result: adminUser }),
  }),
  'POST /admin/users/{id}/enable': endpoint({ summary: 'Let a disabled user in again', ...oneUser, output: answer({ result: adminUser }) }),
  'GET /admin/audit': endpoint({
    summary: 'Every act of an admin: who, what, when. Nobody can change it',
    access: 'admin',
    query: z.object({ search, limit: z.coerce.number().int().min(1).max(200).default(50), cursor: id.optional() }),
    output: answer({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }),
    errors: [],
  }),
}

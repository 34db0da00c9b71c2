import * as z from 'zod'
import { captionChoiceFields } from './captions/caption-choice.ts'
import { transcription } from './captions.ts'
import { answer, assetId, endpoint, id, jobId } from './endpoint.ts'
import { describedFile, duplicateOf } from './metadata.ts'
import { outputFormats, renditionTypes } from './rules/formats.ts'
import { failureCauses } from './rules/jobs/job-failures.ts'
import { jobGroups, jobStatuses } from './rules/jobs/job-lifecycle.ts'
import { localSample, sourceProblem } from './rules/jobs/job-rules.ts'
import { limits } from './rules/limits.ts'
import { isUploadKey } from './rules/upload-rules.ts'
import { sentences } from './sentences.ts'
import { videoFilterFields } from './video-filter.ts'

const format = z.enum(outputFormats)
const visibility = z.enum(['public', 'private'])
const moment = z.iso.datetime()

const inputSource = z
  .string({ error: sentences.sourceRequired })
  .trim()
  .superRefine((value, context) => {
    const message = isUploadKey(value) ? undefined : sourceProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const jobRequest = z.object({
  inputSource,
  outputFormats: z.array(format, { error: sentences.formatRequired }).min(1, sentences.formatRequired),
  /** If omitted, an upload keeps its visibility and a new video is public. */
  visibility: visibility.optional(),
  title: z.string().trim().normalize().max(limits.titleMaxLength, sentences.titleTooLong).optional(),
  description: z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong).optional(),
  ...captionChoiceFields,
})
export type JobRequest = z.infer<typeof jobRequest>

/** The same without a promise to start it: a file that was not sent is planned from its description. */
const planRequest = jobRequest
  .extend({ inputSource: inputSource.optional(), file: describedFile.optional() })
  .refine(({ inputSource: source, file }) => source !== undefined || file !== undefined, {
    path: ['inputSource'],
    error: sentences.sourceRequired,
  })
export type PlanRequest = z.infer<typeof planRequest>

export const job = z
  .object({
    id,
    title: z.string(),
    thumbnail_url: z.string().nullable(),
    visibility,
    /** Of its video, in seconds; null while it is not known. */
    duration: z.number().nullable(),
    /** How often its video was watched. */
    views: z.number(),
    input_source: z.string(),
    /** For people: the name of the uploaded file, otherwise the source itself. */
    source_name: z.string(),
    output_formats: z.array(format),
    status: z.enum(jobStatuses),
    /** Percent, 0 to 100. */
    progress: z.number(),
    /** The current step, for people. */
    stage: z.string().nullable(),
    eta_seconds: z.number().nullable(),
    /** Number of jobs ahead of a waiting one. */
    queue_position: z.number().nullable(),
    renditions: z.array(z.object({ format, progress: z.number() })),
    notes: z.array(z.string()),
    error_text: z.string().nullable(),
    error_cause: z.enum(failureCauses).nullable(),
    error_detail: z.string().nullable(),
    asset_count: z.number(),
    /** Its video can be watched, perhaps while it is still being encoded. */
    playable: z.boolean(),
    /** Automatic captions that are being made of its video, or that could not be made. */
    transcription: transcription.nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof job>

/** An uploaded video that has no job yet. `input_source` starts one. */
const draft = job
  .pick({
    id: true,
    title: true,
    thumbnail_url: true,
    visibility: true,
    duration: true,
    views: true,
    input_source: true,
    source_name: true,
    playable: true,
    created_at: true,
  })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof draft>

/** Whether a list of jobs leaves drafts out, has them before the jobs, or has nothing else. */
export const draftChoices = ['none', 'first', 'only'] as const

export const assetTypes = [...renditionTypes, 'GIF', 'THUMBNAIL', 'STORYBOARD', 'METADATA_JSON', 'ORIGINAL'] as const
export type AssetType = (typeof assetTypes)[number]

const asset = z
  .object({
    id,
    asset_type: z.enum(assetTypes),
    file_size: z.number(),
    filename: z.string(),
    resolution: z.string().nullable(),
  })
  .meta({ id: 'Asset' })

export const plan = z.object({
  formats: z.array(
    z.object({
      format,
      action: z.enum(['copy', 'encode', 'skip']),
      reason: z.string(),
      resolution: z.string().nullable(),
      expectedSeconds: z.number(),
      expectedBytes: z.number(),
    }),
  ),
  notes: z.array(z.string()),
  expectedSeconds: z.number(),
  expectedBytes: z.number(),
})
export type Plan = z.infer<typeof plan>

const oneJob = { params: z.object({ id: jobId }), output: answer({ job }) }

export const sorts = ['newest', 'oldest', 'status', 'progress'] as const

export const jobEndpoints = {
  'POST /jobs': endpoint({
    summary: 'Start a job for a URL, an upload or the local sample',
    access: 'signed-in',
    scope: 'upload',
    body: jobRequest,
    status: 201,
    output: answer({
      job,
      /** Of an upload; a file from a URL is compared once it is here, and the notes of its job say so. */
      duplicateOf: duplicateOf.nullable(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  'POST /jobs/plan': endpoint({
    summary: 'Plan a job without starting it, for a source or for the description of a file that was not sent',
    access: 'signed-in',
    scope: 'upload',
    body: planRequest,
    output: answer({ plan }),
    errors: ['NOT_FOUND', 'INVALID_SOURCE'],
  }),
  'GET /jobs': endpoint({
    summary: 'Your jobs, and your uploads that have none yet',
    access: 'signed-in',
    scope: 'read',
    query: z.object({
      status: z.enum([...jobStatuses, ...jobGroups]).optional(),
      sort: z.enum(sorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(200).optional(),
      drafts: z.enum(draftChoices).default('none'),
      ...videoFilterFields,
    }),
    output: answer({
      jobs: z.array(job),
      /** Those of this page, newest first, if they are asked for. They come before all jobs, whatever the sort. */
      drafts: z.array(draft),
      /** Jobs on all pages. */
      total: z.number(),
      /** Drafts on all pages; 0 unless they are asked for. */
      draftTotal: z.number(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'GET /jobs/stats': endpoint({
    summary: 'Number of your jobs in each status, and of your drafts',
    access: 'signed-in',
    scope: 'read',
    output: answer({
      stats: z.object({
        ...countPerStatus(),
        total: z.number(),
        /** Uploaded videos without a job; `total` does not include them. */
        drafts: z.number(),
      }),
    }),
    errors: [],
  }),
  'GET /jobs/{id}': endpoint({ summary: 'One job', access: 'signed-in', scope: 'read', ...oneJob, errors: ['NOT_FOUND'] }),
  'DELETE /jobs/{id}': endpoint({
    summary: `Delete a job and its video; they are in the trash for ${limits.deletedVideoDays} days`,
    access: 'signed-in',
    scope: 'manage',
    params: z.object({ id: jobId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'POST /jobs/{id}/cancel': endpoint({
    summary: 'Cancel a job',
    access: 'signed-in',
    scope: 'manage',
    ...oneJob,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'POST /jobs/{id}/retry': endpoint({
    summary: 'Queue a failed or cancelled job again',
    access: 'signed-in',
    scope: 'manage',
    ...oneJob,
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  'GET /jobs/{id}/assets': endpoint({
    summary: 'The files of a completed job',
    access: 'signed-in',
    scope: 'read',
    params: z.object({ id: jobId }),
    output: answer({ assets: z.array(asset) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /jobs/{id}/assets/{assetId}/download': endpoint({
    summary: 'A short-lived URL for downloading a file',
    access: 'signed-in',
    scope: 'read',
    params: z.object({ id: assetId, assetId }),
    output: answer({ downloadUrl: z.string(), filename: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  'POST /jobs/load-test': endpoint({
    summary: 'Start several jobs at once',
    access: 'admin',
    scope: 'admin',
    body: z.object({
      concurrent: z.number().int().min(1).max(20).default(5),
      videoUrl: inputSource.default(localSample),
      formats: z.array(format).min(1, sentences.formatRequired).default(['480p']),
    }),
    status: 201,
    output: answer({ jobs: z.array(job) }),
    errors: [],
  }),
}

function countPerStatus() {
  const counts = jobStatuses.map((status) => [status, z.number()] as const)
  return Object.fromEntries(counts) as Record<(typeof jobStatuses)[number], z.ZodNumber>
}

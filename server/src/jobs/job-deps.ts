import type { AssetType, JobRequest, Plan, PlanRequest } from '@video-forge/contract/jobs'
import type { Transaction } from 'kysely'
import type { Caller } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { MayStart } from './create-job.ts'
import type { ThumbnailOf } from './describe-job.ts'

export interface JobDeps {
  db: Db
  queue: Queue
  /** What a job for this source would do. */
  planFor: (request: PlanRequest, userId: string, signal: AbortSignal) => Promise<Plan>
  /** The id of the video that an upload of this person has become, or becomes now. */
  adoptUpload: (userId: string, request: JobRequest, signal: AbortSignal | undefined) => Promise<string>
  /** Turns an upload into the new file of a video of the same person, and calls `restart` in the same transaction. */
  replaceFile: (
    replacement: { videoId: string; userId: string; s3Key: string },
    restart: (transaction: Transaction<Tables>) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>
  /** Rejects unless the caller may change this video. */
  requireOwner: (videoId: string, caller: Caller) => Promise<void>
  thumbnailOf: ThumbnailOf
  /** Called as soon as a video is gone, or others may see more or less of it. */
  onVideoChange: () => void
  mayStart: MayStart
  /** Writes the audit entry of an admin's load test. */
  auditLoadTest: (adminId: string, jobIds: string[]) => Promise<void>
  /** Where the owner of a video saves a file of it from, and under which name. */
  download: (
    video: {
      id: string
      access_version: number
      files_version: number
      title: string
      original_key: string | null
      original_mime: string | null
    },
    type: AssetType,
    personId: string,
  ) => { path: string; filename: string }
}

import type { AssetType, JobRequest, Plan } from '@video-forge/contract/jobs'
import type { Db } from '../platform/database/database.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { MayStart } from './create-job.ts'
import type { ThumbnailOf } from './describe-job.ts'

export interface JobDeps {
  db: Db
  queue: Queue
  /** What a job for this source would do. */
  planFor: (request: JobRequest, userId: string, signal: AbortSignal) => Promise<Plan>
  /** The id of the video that an upload of this person has become, or becomes now. */
  adoptUpload: (userId: string, request: JobRequest, signal: AbortSignal | undefined) => Promise<string>
  thumbnailOf: ThumbnailOf
  /** Called as soon as a video is gone, or others may see more or less of it. */
  onVideoChange: () => void
  mayStart: MayStart
  /** Writes the audit entry of an admin's load test. */
  auditLoadTest: (adminId: string, jobIds: string[]) => Promise<void>
  /** Where the owner of a video saves a file of it from, and under which name. */
  download: (
    video: { id: string; access_version: number; title: string; original_key: string | null; original_mime: string | null },
    type: AssetType,
    personId: string,
  ) => { path: string; filename: string }
}

import type { CaptionsStatus } from '@video-forge/contract/admin/admin-system'
import type { HealthPart } from '@video-forge/contract/rules/admin-rules'
import type { FfmpegFacts } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'
import type { Db } from '../platform/database/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { findJobs } from './jobs/find-jobs.ts'
import { jobAdminHandlers } from './jobs/job-admin.ts'
import type { JobControl } from './jobs/job-control.ts'
import type { TempFolders } from './storage/clean-temp.ts'
import { storageAdminHandlers } from './storage/storage-admin.ts'
import { createHealth } from './system/health.ts'
import { systemAdminHandlers } from './system/system-admin.ts'
import { type SetDisabled, userAdminHandlers } from './users/user-admin.ts'
import type { DescribeUser } from './users/users.ts'

interface AdminDeps {
  db: Db
  storage: Storage
  jobs: JobControl
  setDisabled: SetDisabled
  describeUser: DescribeUser
  checks: Record<Exclude<HealthPart, 'ffmpeg'>, () => Promise<void>>
  inspectFfmpeg: () => Promise<FfmpegFacts>
  bucketName: string
  dataDir: string
  tempFolders: TempFolders
  maxConcurrentJobs: number
  /** Automatic captions on this site. */
  readCaptions: () => Promise<CaptionsStatus>
}

/** The admin dashboard. */
export function createAdmin(parts: AdminDeps) {
  const { db, storage, jobs, setDisabled, describeUser, maxConcurrentJobs, dataDir, readCaptions } = parts
  const health = createHealth(parts)
  return {
    handlers: {
      ...systemAdminHandlers({ db, health, maxConcurrentJobs, dataDir, readCaptions }),
      ...jobAdminHandlers(db, storage, jobs),
      ...storageAdminHandlers(parts),
      ...userAdminHandlers(db, setDisabled, describeUser),
    },
    /** Reads the slow health checks and the largest search indexes once, so that the first visit need not wait for them. */
    async warmUp() {
      await health.read()
      await findJobs(db, { search: 'somebody@example.com', sort: 'newest', limit: 1 })
    },
  }
}

import type { HealthPart } from '@video-forge/contract/admin-rules'
import type { FfmpegFacts } from '@video-forge/media/run/inspect-ffmpeg'
import type { Db } from '../platform/database/database.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { TempFolders } from './clean-temp.ts'
import { findJobs } from './find-jobs.ts'
import { createHealth } from './health.ts'
import { type JobControl, jobAdminHandlers } from './job-admin.ts'
import { metricsChore } from './metrics.ts'
import { createStorageAdmin } from './storage-admin.ts'
import { systemAdminHandlers } from './system-admin.ts'
import { type SetDisabled, userAdminHandlers } from './user-admin.ts'
import type { DescribeUser } from './users.ts'
import { forgetWorkersChore } from './workers.ts'

interface AdminParts {
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
}

/** The control room: every call of an admin, and the chores that keep its figures. */
export function createAdmin(parts: AdminParts) {
  const { db, storage, jobs, setDisabled, describeUser, maxConcurrentJobs, dataDir } = parts
  const storageAdmin = createStorageAdmin(parts)
  const health = createHealth(parts)
  return {
    handlers: {
      ...systemAdminHandlers({ db, health, maxConcurrentJobs, dataDir }),
      ...jobAdminHandlers(db, storage, jobs),
      ...storageAdmin.handlers,
      ...userAdminHandlers(db, setDisabled, describeUser),
    },
    chores: [metricsChore(db), storageAdmin.chore, forgetWorkersChore(db)],
    /** Asks the slow parts, and the largest indexes of a search, before somebody waits for their answer. */
    async warmUp() {
      await health.read()
      await findJobs(db, { search: 'somebody@example.com', sort: 'newest', limit: 1 })
    },
  }
}

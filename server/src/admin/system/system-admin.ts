import type { CaptionsStatus } from '@video-forge/contract/admin/admin-system'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { diskSpace } from '../../platform/disk-space.ts'
import { listActivities } from './activity.ts'
import { countJobs, queueOf } from './counters.ts'
import type { createHealth } from './health.ts'
import { readHistory } from './metrics.ts'
import { listWorkers } from './workers.ts'

type SystemAdminKeys = 'GET /jobs/admin/processing-status' | 'GET /jobs/admin/recent-activity' | 'GET /admin/metrics'

interface SystemAdminDeps {
  db: Db
  health: ReturnType<typeof createHealth>
  /** The concurrency of one worker, shown until a worker has registered. */
  maxConcurrentJobs: number
  dataDir: string
  readCaptions: () => Promise<CaptionsStatus>
}

export function systemAdminHandlers({ db, health, maxConcurrentJobs, dataDir, readCaptions }: SystemAdminDeps): Handlers<SystemAdminKeys> {
  return {
    'GET /jobs/admin/processing-status': async () => {
      const [{ systemHealth, ffmpeg }, counts, workers, disk, captions] = await Promise.all([
        health.read(),
        countJobs(db),
        listWorkers(db),
        diskSpace(dataDir),
        readCaptions(),
      ])
      const { queued, active } = queueOf(counts)
      const totalConcurrency = workers.reduce((sum, { concurrency }) => sum + concurrency, 0)
      const queue = { queuedJobs: queued, activeJobs: active, maxConcurrentJobs: totalConcurrency || maxConcurrentJobs }
      return { status: { queue, systemHealth, ffmpeg, workers, disk, captions } }
    },

    'GET /jobs/admin/recent-activity': async ({ query }) => ({ activities: await listActivities(db, query.limit) }),

    'GET /admin/metrics': async ({ query: { range } }) => ({ range, ...(await readHistory(db, range)) }),
  }
}

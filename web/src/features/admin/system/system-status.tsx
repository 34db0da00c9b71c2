import { sentences } from '@video-forge/contract/sentences'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useAdminStats, useProcessingStatus } from '../admin-queries.ts'
import { DiskFigure } from '../disk-figure.tsx'
import { ActivityList } from './activity-list.tsx'
import { CaptionsPanel } from './captions-panel.tsx'
import { HealthTiles } from './health-tiles.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LoadTestPanel } from './load-test-panel.tsx'
import { ReencodingPanel } from './reencoding/reencoding-panel.tsx'
import { ViewersPanel } from './viewers-panel.tsx'
import { WorkerList } from './worker-list.tsx'

export function SystemStatus() {
  const status = useProcessingStatus()
  const stats = useAdminStats()
  return (
    <div className="flex flex-col gap-8">
      <QueryView query={status} failed={sentences.adminFailed} skeleton="h-96">
        {({ queue, systemHealth, ffmpeg, workers, disk, captions }) => (
          <div className="flex flex-col gap-8">
            <Panel title="Health">
              <HealthTiles health={systemHealth} ffmpeg={ffmpeg} />
            </Panel>
            <Panel title="Queue">
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
                <Figure name="Queued" value={queue.queuedJobs.toLocaleString('en')} detail="jobs waiting" />
                <Figure name="Active" value={queue.activeJobs.toLocaleString('en')} detail="jobs running" />
                <Figure name="Maximum at once" value={queue.maxConcurrentJobs} detail="by all workers" />
                <Figure name="Created in 24 h" value={stats.data?.recentJobs.toLocaleString('en') ?? '–'} detail="jobs" />
                <Figure name="Users" value={stats.data?.totalUsers.toLocaleString('en') ?? '–'} detail="accounts" />
                <DiskFigure disk={disk} />
              </dl>
            </Panel>
            <Panel title="Workers" hint="Processes that run jobs, and what each of them is working on.">
              <WorkerList workers={workers} />
            </Panel>
            {captions && <CaptionsPanel status={captions} />}
          </div>
        )}
      </QueryView>
      <ReencodingPanel />
      <HistoryPanel />
      <ViewersPanel />
      <div className="grid gap-8 lg:grid-cols-2">
        <ActivityList />
        <LoadTestPanel />
      </div>
    </div>
  )
}

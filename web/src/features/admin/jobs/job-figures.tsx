import type { UseQueryResult } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sentences } from '@video-forge/contract/sentences'
import { statusLabels } from '../../../jobs-view/status-labels.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Figure } from '../../../ui/figure.tsx'

/** How many jobs are in each status. */
export const JobFigures = ({ stats }: { stats: UseQueryResult<Output<'GET /admin/jobs/stats'>['stats']> }) => (
  <QueryView query={stats} failed={sentences.adminFailed} skeleton="h-20">
    {({ jobStats }) => (
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {jobStatuses.map((status) => (
          <Figure key={status} name={statusLabels[status].name} value={jobStats[status].toLocaleString('en')} />
        ))}
      </dl>
    )}
  </QueryView>
)

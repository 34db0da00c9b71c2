import type { UseQueryResult } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { jobStatuses } from '@video-forge/contract/rules/job-lifecycle'
import { sentences } from '@video-forge/contract/sentences'
import { statusWords } from '../../../jobs-view/status-words.ts'
import { Loaded } from '../loaded.tsx'
import { Figure } from '../panel.tsx'

/** How many jobs are in each status. */
export const JobFigures = ({ stats }: { stats: UseQueryResult<Output<'GET /admin/jobs/stats'>['stats']> }) => (
  <Loaded query={stats} failed={sentences.adminFailed} skeleton="h-20">
    {({ jobStats }) => (
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {jobStatuses.map((status) => (
          <Figure key={status} name={statusWords[status].name} value={jobStats[status].toLocaleString('en')} />
        ))}
      </dl>
    )}
  </Loaded>
)

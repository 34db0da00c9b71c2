import type { Job } from '@video-forge/contract/jobs'
import { isReplacement } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { JobCaptions } from '../../jobs-view/job-captions.tsx'
import { JobState } from '../../jobs-view/job-state.tsx'
import { JobThumbnail } from '../../jobs-view/job-thumbnail.tsx'
import { JobFacts } from '../../jobs-view/job-title.tsx'
import { StatusAnnouncer } from '../../jobs-view/live/status-announcer.tsx'
import { DeleteJobDialog } from './dialogs/delete-job-dialog.tsx'
import { useVideoDialogs } from './dialogs/use-video-dialogs.tsx'
import { AssetTable } from './files/asset-table.tsx'
import { JobActions } from './job-actions.tsx'
import { JobDetails } from './job-details.tsx'

/** One job with all its details. */
export function JobView({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const dialogs = useVideoDialogs()
  return (
    <>
      <StatusAnnouncer jobs={[job]} />
      <section aria-label="State" className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-4 sm:p-5">
        <div className="grid gap-x-8 gap-y-3 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,320px)_auto]">
          <div className="flex min-w-0 gap-3">
            <div className="w-28 shrink-0 sm:w-40">
              <JobThumbnail job={job} />
            </div>
            <div id="job-facts" className="flex min-w-0 flex-col gap-0.5">
              <JobFacts job={job} />
            </div>
          </div>
          <JobState job={job} />
          <div className="md:col-span-2 lg:-mt-2 lg:col-span-1">
            <JobActions job={job} titleId="job-facts" dialogs={dialogs} onDelete={() => setAsking(true)} />
          </div>
        </div>
        <JobCaptions job={job} />
        <JobDetails job={job} open />
      </section>
      {(job.status === 'COMPLETED' || isReplacement(job)) && (
        <section aria-labelledby="assets-heading" className="flex flex-col gap-3">
          <h2 id="assets-heading" className="font-semibold text-16">
            Assets
          </h2>
          <AssetTable job={job} />
        </section>
      )}
      {dialogs.element}
      <DeleteJobDialog
        video={isAsking ? job : undefined}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate('/jobs', { replace: true })}
      />
    </>
  )
}

import { Clapperboard } from 'lucide-react'
import { Link } from 'react-router'
import { FailureNote } from '../../jobs-view/failure-note.tsx'
import { useJobList } from '../../jobs-view/job-queries.ts'
import { JobRowsSkeleton } from '../../jobs-view/job-rows-skeleton.tsx'
import { JobState } from '../../jobs-view/job-state.tsx'
import { JobTitle } from '../../jobs-view/job-title.tsx'
import { JobsFailed } from '../../jobs-view/jobs-failed.tsx'
import { LiveIndicator } from '../../jobs-view/live/live-indicator.tsx'
import { StatusAnnouncer } from '../../jobs-view/live/status-announcer.tsx'
import { useLiveJobs } from '../../jobs-view/live/use-live-jobs.ts'
import { WatchLink } from '../../jobs-view/watch-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { Panel } from '../../ui/panel.tsx'

const shownCount = 5

export function RecentJobs() {
  const list = useJobList({ sort: 'newest', limit: shownCount })
  const jobs = list.data?.pages.flatMap((page) => page.jobs).slice(0, shownCount) ?? []
  const live = useLiveJobs(jobs)
  const retry = () => {
    void list.refetch()
    if (live.isStale) void live.refetch()
  }
  return (
    <Panel
      title="Recent videos"
      actions={
        <>
          <LiveIndicator state={live.live.state} />
          <Link
            to="/jobs"
            className="ml-2 inline-flex min-h-6 items-center text-13 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            Show all
          </Link>
        </>
      }
    >
      {list.data && (list.isError || live.isStale) && (
        <StaleNotice since={Math.max(list.dataUpdatedAt, live.dataUpdatedAt)} onRetry={retry} />
      )}
      <StatusAnnouncer jobs={jobs} />
      {list.isPending && (
        <div className="rounded-surface border border-line bg-surface">
          <JobRowsSkeleton rows={3} />
        </div>
      )}
      {list.isError && !list.data && <JobsFailed error={list.error} onRetry={retry} />}
      {list.data && jobs.length === 0 && (
        <EmptyState
          icon={Clapperboard}
          title="No videos yet"
          text="Drop a file, paste a URL or try the sample. Your video appears here, with its progress."
        />
      )}
      {jobs.length > 0 && (
        <ul className="divide-y divide-line rounded-surface border border-line bg-surface">
          {jobs.map((job) => (
            <li key={job.id} className="grid gap-3 px-4 py-4 md:grid-cols-2 md:gap-8">
              <JobTitle job={job} id={`recent-${job.id}`} />
              <div className="flex min-w-0 items-start gap-4">
                <div className="flex min-w-0 flex-1 flex-col gap-2">
                  <JobState job={job} />
                  <FailureNote job={job} />
                </div>
                <WatchLink job={job} titleId={`recent-${job.id}`} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

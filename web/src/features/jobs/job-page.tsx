import { FileQuestion } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useJob } from '../../jobs-view/job-queries.ts'
import { JobRowsSkeleton } from '../../jobs-view/job-rows-skeleton.tsx'
import { LiveIndicator } from '../../jobs-view/live/live-indicator.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { SubpageHeading } from '../../ui/subpage-heading.tsx'
import { JobView } from './job-view.tsx'

/** 400: the id in the URL is malformed. */
const isUnknown = (error: Error): boolean => error instanceof ApiError && (error.isNotFound || error.status === 400)

export function JobPage() {
  const { id = '' } = useParams()
  const { data: job, error, isPending, dataUpdatedAt, refetch, live } = useJob(id)
  const retry = () => void refetch()
  const isGone = error !== null && isUnknown(error)
  return (
    <>
      <SubpageHeading
        back={{ to: '/jobs', name: 'My Videos' }}
        title={job && !isGone ? job.title : 'Job'}
        actions={<LiveIndicator state={live.state} />}
      />
      {isPending && (
        <div className="rounded-surface border border-line bg-surface">
          <JobRowsSkeleton rows={1} />
        </div>
      )}
      {isGone && (
        <EmptyState
          icon={FileQuestion}
          title="This video does not exist"
          text="It was deleted, the link is wrong, or it belongs to someone else."
          action={
            <ButtonLink to="/jobs" kind="primary">
              Back to My Videos
            </ButtonLink>
          }
        />
      )}
      {error && !isGone && !job && (
        <ErrorState title="This video could not be loaded" text={error.message} action={<Button onClick={retry}>Try again</Button>} />
      )}
      {error && !isGone && job && <StaleNotice since={dataUpdatedAt} onRetry={retry} />}
      {job && !isGone && <JobView job={job} />}
    </>
  )
}

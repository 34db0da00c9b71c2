import { Clapperboard } from 'lucide-react'
import { useCreatePath } from '../../../jobs-view/create-path.ts'
import type { JobFilter } from '../../../jobs-view/job-filters.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

interface NoJobsProps {
  filter: JobFilter
  /** A search or a filter beside the status leaves something out. */
  isNarrowed: boolean
  onShowAll: () => void
}

/** In place of an empty list. */
export function NoJobs({ filter, isNarrowed, onShowAll }: NoJobsProps) {
  const createPath = useCreatePath()
  if (isNarrowed) {
    return (
      <EmptyState
        icon={Clapperboard}
        title="No videos match"
        text="None of your videos matches the search and all the filters."
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    )
  }
  if (filter.param) {
    return (
      <EmptyState
        icon={Clapperboard}
        title={`No videos under "${filter.name}"`}
        text="None of your videos has this status right now."
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={Clapperboard}
      title="No videos yet"
      text="Your videos are listed here: who can watch them, how far they are, and what to do next."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/upload" kind="primary">
            Upload a video
          </ButtonLink>
          <ButtonLink to={createPath}>From a URL or the sample</ButtonLink>
        </div>
      }
    />
  )
}

/** Under a list of one video, which would leave the page nearly empty. */
export function AddAnother() {
  const createPath = useCreatePath()
  return (
    <div className="-mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-line border-dashed px-4 py-4">
      <p className="text-muted">Your next video appears here, too.</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/upload">Upload a video</ButtonLink>
        <ButtonLink to={createPath} kind="quiet">
          From a URL
        </ButtonLink>
      </div>
    </div>
  )
}

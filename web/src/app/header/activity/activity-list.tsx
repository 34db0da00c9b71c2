import type { Job } from '@video-forge/contract/jobs'
import { showsProgress } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { JobProgress } from '../../../jobs-view/job-progress.tsx'
import { useJobList } from '../../../jobs-view/job-queries.ts'
import { JobThumbnail } from '../../../jobs-view/job-thumbnail.tsx'
import { StatusBadge } from '../../../jobs-view/status-badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { useUploads } from '../../../uploads-view/queue/upload-store.ts'
import { UploadRow } from './upload-row.tsx'

interface ActivityListProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  button: RefObject<HTMLButtonElement | null>
  jobCount: number
}

const maxJobs = 10

/** The uploads of this tab and the user's running jobs. Not in a portal, so that it stays in the header's landmark. */
export function ActivityList({ open, onOpenChange, button, jobCount }: ActivityListProps) {
  const isLeft = useRef(false)
  /** The heading of the next page takes the focus. */
  const follow = () => {
    isLeft.current = true
    onOpenChange(false)
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={{ current: { getBoundingClientRect: () => button.current?.getBoundingClientRect() ?? new DOMRect() } }} />
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Uploads and processing"
        onOpenAutoFocus={(event) => {
          isLeft.current = false
          // The first button would get the focus, and it cancels an upload.
          event.preventDefault()
          if (event.target instanceof HTMLElement) event.target.focus()
        }}
        onFocusOutside={(event) => {
          // A page that has just been loaded focuses its heading; nobody moved away from the list.
          if (event.target instanceof HTMLElement && event.target.tabIndex < 0) event.preventDefault()
        }}
        onInteractOutside={(event) => {
          // The button itself closes the list.
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          else if (!event.defaultPrevented) isLeft.current = true
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // The button is gone when nothing runs any more.
          if (!isLeft.current) (button.current ?? document.getElementById('content'))?.focus()
        }}
        className="z-40 flex max-h-[min(28rem,calc(100dvh-5rem))] w-96 max-w-[calc(100vw-16px)] animate-rise flex-col gap-4 overflow-y-auto rounded-surface border border-line bg-raised p-4 shadow-raised outline-none"
      >
        <Uploads onFollow={follow} />
        <Jobs jobCount={jobCount} onFollow={follow} />
        <Link to="/jobs" onClick={follow} className={buttonClass('secondary', 'small')}>
          Open My Videos
        </Link>
      </Radix.Content>
    </Radix.Root>
  )
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="flex flex-col gap-2">
    <h2 className="font-semibold text-13">{name}</h2>
    <ul className="flex flex-col gap-3">{children}</ul>
  </section>
)

function Uploads({ onFollow }: { onFollow: () => void }) {
  // A started one is among the jobs.
  const uploads = useUploads().filter(({ state }) => state.step !== 'started')
  if (uploads.length === 0) return null
  return (
    <Group name="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onFollow={onFollow} />
      ))}
    </Group>
  )
}

/** Kept up to date by live events. Only a job that began after the list was fetched has to be fetched. */
function Jobs({ jobCount, onFollow }: { jobCount: number; onFollow: () => void }) {
  const { data, refetch } = useJobList({ status: 'ACTIVE', sort: 'newest', limit: maxJobs })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever the count changes
  useEffect(() => void refetch(), [jobCount, refetch])
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  if (jobs.length === 0) return null
  return (
    <Group name="Processing">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} onFollow={onFollow} />
      ))}
    </Group>
  )
}

const JobRow = ({ job, onFollow }: { job: Job; onFollow: () => void }) => (
  <li className="flex items-start gap-3">
    <JobThumbnail job={job} />
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Link to={`/video/${job.id}`} onClick={onFollow} className="truncate font-medium text-13 hover:underline">
        {job.title}
      </Link>
      {showsProgress(job.status) ? (
        <JobProgress job={job} />
      ) : (
        <span>
          <StatusBadge status={job.status} />
        </span>
      )}
    </div>
  </li>
)

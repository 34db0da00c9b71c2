import type { Job } from '@video-forge/contract/jobs'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelativeDate } from '../format/dates.ts'
import { JobThumbnail } from './job-thumbnail.tsx'
import { formatName } from './status-labels.ts'

/** What a job is about: its title, source, date and formats. */
export const JobTitle = ({ job, id }: { job: Job; id?: string }) => (
  <div className="flex min-w-0 gap-3">
    <div className="w-20 shrink-0 sm:w-28">
      <JobThumbnail job={job} />
    </div>
    <div className="flex min-w-0 flex-col gap-0.5">
      <h3 id={id} className="min-w-0 font-medium">
        <Link to={`/jobs/${job.id}`} className="block truncate hover:underline">
          {job.title}
        </Link>
      </h3>
      <JobFacts job={job} />
    </div>
  </div>
)

export const JobFacts = ({ job }: { job: Job }) => (
  <>
    <p className="truncate text-13 text-muted" title={job.source_name}>
      {job.source_name}
    </p>
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted tabular-nums">
      <span>{formatRelativeDate(job.created_at)}</span>
      <span aria-hidden="true">·</span>
      <span>{job.output_formats.map(formatName).join(', ')}</span>
      {job.visibility === 'private' && (
        <>
          <span aria-hidden="true">·</span>
          <span className="inline-flex items-center gap-1">
            <Lock aria-hidden="true" className="size-3" />
            Private
          </span>
        </>
      )}
    </p>
  </>
)

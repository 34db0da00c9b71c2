import type { Job } from '@video-forge/contract/jobs'
import { showsProgress } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { FailureNote } from '../../jobs-view/failure-note.tsx'
import { RenditionBars } from '../../jobs-view/job-progress.tsx'

const Disclosure = ({ name, open, children }: { name: string; open: boolean; children: ReactNode }) => (
  <details open={open} className="group">
    <summary className="-ml-1 inline-flex min-h-8 list-none items-center gap-1 rounded-control text-13 text-muted hover:text-ink pointer-coarse:min-h-10 [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
      {name}
    </summary>
    <div className="pt-1 pb-3">{children}</div>
  </details>
)

/** Why the job failed, its notes, and the progress per format. Technical details are collapsed. */
export function JobDetails({ job, open = false }: { job: Job; open?: boolean }) {
  const renditions = showsProgress(job.status) && job.renditions.length > 0
  if (!job.error_text && !job.error_cause && !job.error_detail && job.notes.length === 0 && !renditions) return null
  return (
    <div className="flex flex-col gap-1">
      <div className="pb-2 empty:hidden">
        <FailureNote job={job} />
      </div>
      {job.error_detail && (
        <Disclosure name="Details" open={false}>
          <pre className="whitespace-pre-wrap break-words rounded-control bg-sunken p-3 text-12 text-muted">{job.error_detail}</pre>
        </Disclosure>
      )}
      {renditions && (
        <Disclosure name="Formats" open={open}>
          <div className="max-w-form">
            <RenditionBars job={job} />
          </div>
        </Disclosure>
      )}
      {job.notes.length > 0 && (
        <Disclosure name={job.notes.length === 1 ? '1 note' : `${job.notes.length} notes`} open={open}>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-muted">
            {job.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

import type { Job } from '@video-forge/contract/jobs'
import { failureWords } from '@video-forge/contract/rules/job-failures'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'

/** Why a job failed: a title, what happened, and what to do next. */
export function FailureNote({ job }: { job: Job }) {
  if (isActive(job.status) || (!job.error_text && !job.error_cause)) return null
  const words = job.error_cause ? failureWords[job.error_cause] : undefined
  return (
    <div className="flex max-w-form flex-col gap-0.5 text-13">
      {words && job.status === 'FAILED' && <p className="font-medium text-bad">{words.title}</p>}
      {job.error_text && <p className={words ? undefined : 'text-bad'}>{job.error_text}</p>}
      {words && <p className="text-muted">{words.nextStep}</p>}
    </div>
  )
}

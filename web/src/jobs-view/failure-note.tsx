import type { Job } from '@video-forge/contract/jobs'
import { failureWords } from '@video-forge/contract/rules/jobs/job-failures'
import { isActive, isReplacement } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sentences } from '@video-forge/contract/sentences'

/** Why a job failed: a title, what happened, and what to do next. */
export function FailureNote({ job }: { job: Job }) {
  if (isActive(job.status) || (!job.error_text && !job.error_cause)) return null
  if (isReplacement(job)) return <ReplacementNote job={job} />
  const words = job.error_cause ? failureWords[job.error_cause] : undefined
  return (
    <div className="flex max-w-form flex-col gap-0.5 text-13">
      {words && job.status === 'FAILED' && <p className="font-medium text-bad">{words.title}</p>}
      {job.error_text && <p className={words ? undefined : 'text-bad'}>{job.error_text}</p>}
      {words && <p className="text-muted">{words.nextStep}</p>}
    </div>
  )
}

/** The file was not replaced. What people watch is as before. */
const ReplacementNote = ({ job }: { job: Job }) => (
  <div className="flex max-w-form flex-col gap-0.5 text-13">
    {job.status === 'FAILED' ? (
      <>
        <p className="font-medium text-bad">The file was not replaced</p>
        <p>{job.error_text}</p>
        <p className="text-muted">Use Replace file to try again with this or another file.</p>
      </>
    ) : (
      <p className="text-muted">Replacing the file was cancelled. {sentences.versionStays}</p>
    )}
  </div>
)

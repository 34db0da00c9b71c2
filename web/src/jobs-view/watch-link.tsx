import type { Job } from '@video-forge/contract/jobs'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { ButtonLink } from '../ui/button-link.tsx'

export const canWatch = ({ status, playable }: Pick<Job, 'status' | 'playable'>): boolean => status === 'COMPLETED' || playable

/** Leads to the video as soon as there is something to play, also while it is still being encoded or if that failed. */
export const WatchLink = ({ job, titleId }: { job: Job; titleId: string }) =>
  canWatch(job) ? (
    <ButtonLink to={`/video/${job.id}`} aria-describedby={titleId} size="small">
      {isActive(job.status) ? 'Watch now' : 'Watch'}
    </ButtonLink>
  ) : null

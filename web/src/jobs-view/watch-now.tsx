import type { Job } from '@video-forge/contract/jobs'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { ButtonLink } from '../ui/button-link.tsx'

/** Leads to a video that plays while it is still being encoded. */
export const WatchNow = ({ job, titleId }: { job: Job; titleId: string }) =>
  isActive(job.status) && job.playable ? (
    <ButtonLink to={`/video/${job.id}`} aria-describedby={titleId} size="small">
      Watch now
    </ButtonLink>
  ) : null

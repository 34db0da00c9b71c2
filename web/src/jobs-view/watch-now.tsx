import type { Job } from '@video-forge/contract/jobs'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { Play } from 'lucide-react'
import { ButtonLink } from '../ui/button-link.tsx'

/** Leads to a video that plays while it is still being encoded. */
export const WatchNow = ({ job, titleId }: { job: Job; titleId: string }) =>
  isActive(job.status) && job.playable ? (
    <ButtonLink to={`/video/${job.id}`} aria-describedby={titleId} size="small">
      <Play aria-hidden="true" className="size-4" />
      Watch now
    </ButtonLink>
  ) : null

import type { Job } from '@video-forge/contract/jobs'
import { useId, useState } from 'react'
import { FailureNote } from '../../../jobs-view/failure-note.tsx'
import { JobCaptions } from '../../../jobs-view/job-captions.tsx'
import { JobState } from '../../../jobs-view/job-state.tsx'
import { canWatch } from '../../../jobs-view/watch-link.tsx'
import type { VideoDialogs } from '../dialogs/use-video-dialogs.tsx'
import { JobActions } from '../job-actions.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { type RowSelection, VideoRow } from './video-row.tsx'

interface JobItemProps {
  job: Job
  dialogs: VideoDialogs
  selection: RowSelection
  onDelete: () => void
}

export function JobItem({ job, dialogs, selection, onDelete }: JobItemProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <VideoRow
      video={job}
      to={`/jobs/${job.id}`}
      canWatch={canWatch(job)}
      titleId={`${id}-title`}
      selection={selection}
      state={<JobState job={job} />}
      actions={
        <JobActions
          job={job}
          titleId={`${id}-title`}
          dialogs={dialogs}
          onDelete={onDelete}
          details={{ isOpen: open, panelId: `${id}-details`, onToggle: () => setOpen(!open) }}
        />
      }
    >
      <FailureNote job={job} />
      <JobCaptions job={job} />
      {open && <DetailsPanel job={job} id={`${id}-details`} />}
    </VideoRow>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted, isActive, isReplacement } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { ChartNoAxesColumn, RefreshCw } from 'lucide-react'
import { updateCachedJobs } from '../../jobs-view/live/job-cache.ts'
import { canWatch, WatchLink } from '../../jobs-view/watch-link.tsx'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { EditAndShare } from './dialogs/edit-and-share.tsx'
import type { VideoDialogs } from './dialogs/use-video-dialogs.tsx'
import { DeleteButton, RowActions } from './row-actions.tsx'

const calls = {
  Refresh: 'GET /jobs/{id}',
  Cancel: 'POST /jobs/{id}/cancel',
  Retry: 'POST /jobs/{id}/retry',
} as const

interface JobActionsProps {
  job: Job
  /** The id of the element that names the job, to describe the buttons. */
  titleId: string
  dialogs: VideoDialogs
  onDelete: () => void
  /** On a page where they are not always open. */
  details?: DetailsToggle
}

interface DetailsToggle {
  isOpen: boolean
  panelId: string
  onToggle: () => void
}

function useJobAction({ id }: Job) {
  const client = useQueryClient()
  const action = useMutation({
    mutationFn: (name: keyof typeof calls) => call(calls[name], { params: { id } }),
    onSuccess: (answer) => updateCachedJobs(client, [answer.job]),
    onError: (error, name) => showToast('bad', `${name} failed: ${error.message}`),
  })
  return {
    running: action.isPending ? action.variables : undefined,
    start: (name: keyof typeof calls) => {
      if (!action.isPending) action.mutate(name)
    },
  }
}

/** The actions that the job's status allows. */
export function JobActions({ job, titleId, dialogs, onDelete, details }: JobActionsProps) {
  const { running, start } = useJobAction(job)
  const isOver = job.status === 'FAILED' || job.status === 'CANCELLED'
  return (
    <RowActions
      icons={
        <>
          <EditAndShare
            id={job.id}
            titleId={titleId}
            dialogs={dialogs}
            canShare={!isOver || canWatch(job)}
            canReplace={!isActive(job.status)}
          />
          {canWatch(job) && <StatisticsLink job={job} titleId={titleId} />}
          <Tooltip text="Refresh">
            <Button kind="quiet" size="small-icon" aria-label="Refresh" aria-describedby={titleId} onClick={() => start('Refresh')}>
              <RefreshCw aria-hidden="true" className={running === 'Refresh' ? 'size-4 animate-turn' : 'size-4'} />
            </Button>
          </Tooltip>
          {canBeDeleted(job.status) && <DeleteButton titleId={titleId} onDelete={onDelete} />}
        </>
      }
    >
      <WatchLink job={job} titleId={titleId} />
      {isActive(job.status) && (
        <Button size="small" aria-describedby={titleId} pending={running === 'Cancel'} onClick={() => start('Cancel')}>
          Cancel
        </Button>
      )}
      {isOver && !isReplacement(job) && (
        <Button size="small" aria-describedby={titleId} pending={running === 'Retry'} onClick={() => start('Retry')}>
          Retry
        </Button>
      )}
      {details && <DetailsButton job={job} titleId={titleId} {...details} />}
    </RowActions>
  )
}

const StatisticsLink = ({ job, titleId }: Pick<JobActionsProps, 'job' | 'titleId'>) => (
  <Tooltip text="Statistics">
    <ButtonLink kind="quiet" size="small-icon" to={`/video/${job.id}/statistics`} aria-label="Statistics" aria-describedby={titleId}>
      <ChartNoAxesColumn aria-hidden="true" className="size-4" />
    </ButtonLink>
  </Tooltip>
)

/** Only a completed job has files, and one that makes a new version. */
const DetailsButton = ({ job, titleId, isOpen, panelId, onToggle }: DetailsToggle & Pick<JobActionsProps, 'job' | 'titleId'>) => (
  <Button size="small" aria-describedby={titleId} aria-expanded={isOpen} aria-controls={isOpen ? panelId : undefined} onClick={onToggle}>
    {job.status === 'COMPLETED' || isReplacement(job) ? (isOpen ? 'Hide Assets' : 'Show Assets') : isOpen ? 'Hide Details' : 'Details'}
  </Button>
)

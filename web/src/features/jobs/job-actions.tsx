import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted, isActive } from '@video-forge/contract/rules/job-lifecycle'
import { ChartNoAxesColumn, RefreshCw, Trash2 } from 'lucide-react'
import { updateCachedJobs } from '../../jobs-view/live/job-cache.ts'
import { WatchNow } from '../../jobs-view/watch-now.tsx'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

const calls = {
  Refresh: 'GET /jobs/{id}',
  Cancel: 'POST /jobs/{id}/cancel',
  Retry: 'POST /jobs/{id}/retry',
} as const

interface JobActionsProps {
  job: Job
  /** The id of the element that names the job, to describe the buttons. */
  titleId: string
  onDelete: () => void
  assets?: { open: boolean; panelId: string; onToggle: () => void } | undefined
}

/** Calls one action of a job at a time. */
function useJobCalls(job: Job) {
  const client = useQueryClient()
  const action = useMutation({
    mutationFn: (name: keyof typeof calls) => call(calls[name], { params: { id: job.id } }),
    onSuccess: (answer) => updateCachedJobs(client, [answer.job]),
    onError: (error, name) => showToast('bad', `${name} failed: ${error.message}`),
  })
  const runningAction = action.isPending ? action.variables : undefined
  const start = (name: keyof typeof calls) => {
    if (!action.isPending) action.mutate(name)
  }
  return { runningAction, start }
}

/** The actions that the job's status allows. */
export function JobActions({ job, titleId, onDelete, assets }: JobActionsProps) {
  const { runningAction, start } = useJobCalls(job)
  return (
    <div className="flex flex-wrap items-center gap-1 lg:justify-end">
      {job.status === 'COMPLETED' && (
        <ButtonLink to={`/video/${job.id}`} aria-describedby={titleId} size="small">
          Watch
        </ButtonLink>
      )}
      <WatchNow job={job} titleId={titleId} />
      {assets && job.status === 'COMPLETED' && (
        <Button
          size="small"
          aria-describedby={titleId}
          aria-expanded={assets.open}
          aria-controls={assets.open ? assets.panelId : undefined}
          onClick={assets.onToggle}
        >
          {assets.open ? 'Hide Assets' : 'Show Assets'}
        </Button>
      )}
      {isActive(job.status) && (
        <Button size="small" aria-describedby={titleId} pending={runningAction === 'Cancel'} onClick={() => start('Cancel')}>
          Cancel
        </Button>
      )}
      {(job.status === 'FAILED' || job.status === 'CANCELLED') && (
        <Button size="small" aria-describedby={titleId} pending={runningAction === 'Retry'} onClick={() => start('Retry')}>
          Retry
        </Button>
      )}
      {job.status === 'COMPLETED' && (
        // On a phone the buttons fill the row; the page of the video has the same link.
        <span className="max-sm:hidden">
          <Tooltip text="Statistics">
            <ButtonLink kind="quiet" size="icon" to={`/video/${job.id}/statistics`} aria-label="Statistics" aria-describedby={titleId}>
              <ChartNoAxesColumn aria-hidden="true" className="size-4" />
            </ButtonLink>
          </Tooltip>
        </span>
      )}
      <Tooltip text="Refresh">
        <Button kind="quiet" size="icon" aria-label="Refresh" aria-describedby={titleId} onClick={() => start('Refresh')}>
          <RefreshCw aria-hidden="true" className={runningAction === 'Refresh' ? 'size-4 animate-turn' : 'size-4'} />
        </Button>
      </Tooltip>
      {canBeDeleted(job.status) ? (
        <Tooltip text="Delete">
          <Button kind="quiet" size="icon" aria-label="Delete" aria-describedby={titleId} onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </Tooltip>
      ) : (
        // Keeps the other buttons in place when the job ends.
        <span className="hidden size-10 lg:block" />
      )}
    </div>
  )
}

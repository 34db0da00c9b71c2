import { useQueryClient } from '@tanstack/react-query'
import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { sentences } from '@video-forge/contract/sentences'
import { RotateCcw } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useBulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ActionResult } from '../action-result.tsx'
import { adminKeys, useAdminStats } from '../admin-queries.ts'
import { useAction } from '../use-action.ts'
import { CleanupOldButton } from './cleanup-old-button.tsx'
import { DeleteJobDialog } from './delete-job-dialog.tsx'
import { JobBrowser } from './job-browser.tsx'
import { JobDetailsDialog } from './job-details-dialog.tsx'
import { JobFigures } from './job-figures.tsx'

export function JobManagement() {
  const stats = useAdminStats()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [detailsOf, setDetailsOf] = useState<AdminJob>()
  const [jobToDelete, setJobToDelete] = useState<AdminJob>()
  const [message, setMessage] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // The selection goes with its list, which begins anew.
  const [round, setRound] = useState(0)
  const client = useQueryClient()
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: adminKeys.all }), [client])
  const startAnew = () => {
    setSelected(new Set())
    setRound(round + 1)
  }
  const bulk = useBulkTasks({ fallbackFocus: list, onStarted: startAnew, onEnded: refresh })

  const restart = useAction(async (ids: readonly string[]) => {
    setMessage(undefined)
    const body = ids.length > 0 ? { ids: [...ids] } : {}
    const { result } = await call('POST /jobs/admin/restart-failed', { body })
    startAnew()
    setMessage(result.restarted === 0 ? 'There are no failed jobs to restart.' : `${formatCount(result.restarted, 'job')} restarted.`)
  })
  const cancel = useAction(async (job: AdminJob) => {
    setMessage(undefined)
    await call('POST /admin/jobs/{id}/cancel', { params: { id: job.id } })
    setMessage(`"${job.title}" was cancelled.`)
  })
  const failedCount = stats.data?.jobStats.FAILED ?? 0
  const openFrom = (open: (job: AdminJob) => void) => (job: AdminJob, button: HTMLElement | null) => {
    opener.current = button
    open(job)
  }

  return (
    <div className="flex flex-col gap-6">
      <JobFigures stats={stats} />
      <div className="flex flex-wrap gap-2">
        <Button
          pending={restart.isPending}
          disabled={failedCount === 0 && selected.size === 0}
          onClick={() => restart.mutate([...selected])}
        >
          {!restart.isPending && <RotateCcw aria-hidden="true" className="size-4" />}
          {selected.size > 0
            ? `Restart ${formatCount(selected.size, 'selected job')}`
            : `Restart failed (${failedCount.toLocaleString('en')})`}
        </Button>
        <CleanupOldButton onDone={setMessage} />
        <ButtonLink to="/trash?of=everybody">Deleted videos</ButtonLink>
      </div>
      <ActionResult failed={sentences.restartFailed} error={restart.error} done={message} />
      <ActionResult failed="The job could not be cancelled" error={cancel.error} />
      {bulk.notes}
      <div ref={list} tabIndex={-1}>
        <JobBrowser
          key={round}
          bulk={bulk}
          onSelect={setSelected}
          onDetails={openFrom(setDetailsOf)}
          onCancel={(job) => cancel.mutate(job)}
          onDelete={openFrom(setJobToDelete)}
        />
      </div>
      {bulk.dialog}
      <JobDetailsDialog returnFocusTo={opener} job={detailsOf} onClose={() => setDetailsOf(undefined)} />
      <DeleteJobDialog returnFocusTo={opener} job={jobToDelete} onClose={() => setJobToDelete(undefined)} onDone={setMessage} />
    </div>
  )
}

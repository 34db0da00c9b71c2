import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { sentences } from '@video-forge/contract/sentences'
import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAdminStats } from '../admin-queries.ts'
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

  const restart = useAction(async (ids: readonly string[]) => {
    setMessage(undefined)
    const body = ids.length > 0 ? { ids: [...ids] } : {}
    const { result } = await call('POST /jobs/admin/restart-failed', { body })
    setSelected(new Set())
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
      </div>
      <ActionResult failed={sentences.restartFailed} error={restart.error} done={message} />
      <ActionResult failed="The job could not be cancelled" error={cancel.error} />
      <JobBrowser
        selected={selected}
        onSelect={setSelected}
        onDetails={openFrom(setDetailsOf)}
        onCancel={(job) => cancel.mutate(job)}
        onDelete={openFrom(setJobToDelete)}
      />
      <JobDetailsDialog returnFocusTo={opener} job={detailsOf} onClose={() => setDetailsOf(undefined)} />
      <DeleteJobDialog returnFocusTo={opener} job={jobToDelete} onClose={() => setJobToDelete(undefined)} onDone={setMessage} />
    </div>
  )
}

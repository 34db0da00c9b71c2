import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { sentences } from '@video-forge/contract/sentences'
import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAdminStats } from '../admin-queries.ts'
import { useAction } from '../use-action.ts'
import { CleanupOldButton } from './cleanup-old-button.tsx'
import { JobBrowser } from './job-browser.tsx'
import { JobDetailsDialog } from './job-details-dialog.tsx'
import { JobFigures } from './job-figures.tsx'

export function JobManagement() {
  const stats = useAdminStats()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [detailsOf, setDetailsOf] = useState<AdminJob>()
  const [doomed, setDoomed] = useState<AdminJob>()
  const [said, setSaid] = useState<string>()
  const opener = useRef<HTMLElement>(null)

  const restart = useAction(async (ids: readonly string[]) => {
    setSaid(undefined)
    const body = ids.length > 0 ? { ids: [...ids] } : {}
    const { result } = await call('POST /jobs/admin/restart-failed', { body })
    setChosen(new Set())
    setSaid(result.restarted === 0 ? 'No failed job was there to restart.' : `${formatCount(result.restarted, 'job')} restarted.`)
  })
  const cancel = useAction(async (job: AdminJob) => {
    setSaid(undefined)
    await call('POST /admin/jobs/{id}/cancel', { params: { id: job.id } })
    setSaid(`'${job.title}' is cancelled.`)
  })
  const remove = useAction(async (job: AdminJob) => {
    setSaid(undefined)
    await call('DELETE /jobs/admin/{id}', { params: { id: job.id } })
    setDoomed(undefined)
    setSaid(`'${job.title}' is deleted.`)
  })
  const failed = stats.data?.jobStats.FAILED ?? 0
  const openBy = (open: (job: AdminJob) => void) => (job: AdminJob, button: HTMLElement | null) => {
    opener.current = button
    open(job)
  }

  return (
    <div className="flex flex-col gap-6">
      <JobFigures stats={stats} />
      <div className="flex flex-wrap gap-2">
        <Button pending={restart.isPending} disabled={failed === 0 && chosen.size === 0} onClick={() => restart.mutate([...chosen])}>
          {!restart.isPending && <RotateCcw aria-hidden="true" className="size-4" />}
          {chosen.size > 0 ? `Restart ${formatCount(chosen.size, 'selected job')}` : `Restart failed (${failed.toLocaleString('en')})`}
        </Button>
        <CleanupOldButton onDone={setSaid} />
      </div>
      <ActionResult failed={sentences.restartFailed} error={restart.error} done={said} />
      <ActionResult failed="The job could not be cancelled" error={cancel.error} />
      <JobBrowser
        chosen={chosen}
        onChoose={setChosen}
        onLook={openBy(setDetailsOf)}
        onCancel={(job) => cancel.mutate(job)}
        onDelete={openBy(setDoomed)}
      />
      <JobDetailsDialog returnFocusTo={opener} job={detailsOf} onClose={() => setDetailsOf(undefined)} />
      <AlertDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        returnFocusTo={opener}
        title="Delete this job?"
        description={
          doomed
            ? `'${doomed.title}' by ${doomed.username} goes with its video and ${formatCount(doomed.asset_count, 'file')} of ${formatBytes(doomed.bytes)}. This can not be undone.`
            : ''
        }
        confirm="Delete job"
        destructive
        pending={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
      >
        {remove.error && (
          <ActionResult
            failed={sentences.deleteFailed(remove.error.message)}
            error={new Error(sentences.deleteFailed(remove.error.message))}
          />
        )}
      </AlertDialog>
    </div>
  )
}

import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

const countOld = async () => (await call('DELETE /jobs/admin/cleanup-old', { query: { dryRun: 'true' } })).result
const deleteOld = async () => (await call('DELETE /jobs/admin/cleanup-old', { query: {} })).result

const nothingOld = `Nothing to clean up. Failed and cancelled jobs are deleted when they ended over ${limits.oldJobDays} days ago and left no video that can be watched.`

/** Counts first, then asks, then deletes. */
export function CleanupOldButton({ onDone }: { onDone: (said: string) => void }) {
  const [found, setFound] = useState<{ deletedCount: number; freedSpace: number; freedSpaceIsLeast: boolean }>()
  const look = useAction(async () => {
    const result = await countOld()
    if (result.deletedCount === 0) onDone(nothingOld)
    else setFound(result)
  })
  const act = useAction(async () => {
    const { deletedCount } = await deleteOld()
    // A very long list is deleted in several goes.
    const left = deletedCount < (found?.deletedCount ?? 0) ? (await countOld()).deletedCount : 0
    setFound(undefined)
    const rest = left > 0 ? ` ${formatCount(left, 'old job')} left: clean up again to delete the rest.` : ''
    onDone(`${formatCount(deletedCount, 'old job')} deleted.${rest}`)
  })
  return (
    <>
      <Button pending={look.isPending} onClick={() => look.mutate(undefined)}>
        {!look.isPending && <Eraser aria-hidden="true" className="size-4" />}
        Clean up old jobs
      </Button>
      {look.error && (
        <div className="w-full">
          <ActionResult failed={sentences.cleanupJobsFailed} error={look.error} />
        </div>
      )}
      <AlertDialog
        open={found !== undefined}
        onOpenChange={() => setFound(undefined)}
        title="Clean up old jobs?"
        description={
          found
            ? `${formatCount(found.deletedCount, 'failed or cancelled job')} ended over ${limits.oldJobDays} days ago, with ${found.freedSpaceIsLeast ? 'at least ' : ''}${formatBytes(found.freedSpace)} in storage. They are deleted for good with all their files. Completed jobs and videos that can be watched stay.`
            : ''
        }
        confirm={found ? `Delete ${formatCount(found.deletedCount, 'job')}` : 'Delete'}
        destructive
        pending={act.isPending}
        onConfirm={() => act.mutate(undefined)}
      >
        <ActionResult failed={sentences.cleanupJobsFailed} error={act.error} />
      </AlertDialog>
    </>
  )
}

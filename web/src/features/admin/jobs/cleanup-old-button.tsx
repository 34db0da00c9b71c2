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

const nothingOld = `Nothing to clean up. This deletes failed and cancelled jobs that ended over ${limits.oldJobDays} days ago and left no playable video.`

/** Counts, asks, then deletes. */
export function CleanupOldButton({ onDone }: { onDone: (message: string) => void }) {
  const [found, setFound] = useState<{ deletedCount: number; freedSpace: number; freedSpaceIsLeast: boolean }>()
  const count = useAction(async () => {
    const result = await countOld()
    if (result.deletedCount === 0) onDone(nothingOld)
    else setFound(result)
  })
  const remove = useAction(async () => {
    const { deletedCount } = await deleteOld()
    // The server deletes a very long list in several calls.
    const left = deletedCount < (found?.deletedCount ?? 0) ? (await countOld()).deletedCount : 0
    setFound(undefined)
    const rest = left > 0 ? ` ${formatCount(left, 'old job')} left. Clean up again to delete the rest.` : ''
    onDone(`${formatCount(deletedCount, 'old job')} deleted.${rest}`)
  })
  return (
    <>
      <Button pending={count.isPending} onClick={() => count.mutate(undefined)}>
        {!count.isPending && <Eraser aria-hidden="true" className="size-4" />}
        Clean up old jobs
      </Button>
      {count.error && (
        <div className="w-full">
          <ActionResult failed={sentences.cleanupJobsFailed} error={count.error} />
        </div>
      )}
      <AlertDialog
        open={found !== undefined}
        onOpenChange={() => setFound(undefined)}
        title="Clean up old jobs?"
        description={
          found
            ? `This deletes ${formatCount(found.deletedCount, 'failed or cancelled job')} that ended over ${limits.oldJobDays} days ago, with ${found.freedSpaceIsLeast ? 'at least ' : ''}${formatBytes(found.freedSpace)} of files. Completed jobs and playable videos stay. It cannot be undone.`
            : ''
        }
        confirm={found ? `Delete ${formatCount(found.deletedCount, 'job')}` : 'Delete'}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <ActionResult failed={sentences.cleanupJobsFailed} error={remove.error} />
      </AlertDialog>
    </>
  )
}

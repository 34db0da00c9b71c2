import { limits } from '@video-forge/contract/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Outcome } from '../outcome.tsx'
import { useAct } from '../use-act.ts'

const clean = async (dryRun: boolean) =>
  (await call('DELETE /jobs/admin/cleanup-old', { query: { dryRun: dryRun ? 'true' : 'false' } })).result

/** Counts first, then asks, then deletes. */
export function CleanupOldButton({ onDone }: { onDone: (said: string) => void }) {
  const [found, setFound] = useState<{ deletedCount: number; freedSpace: number; freedSpaceIsLeast: boolean }>()
  const look = useAct(async () => {
    const result = await clean(true)
    if (result.deletedCount === 0) onDone(`No failed or cancelled job is older than ${limits.oldJobDays} days.`)
    else setFound(result)
  })
  const act = useAct(async () => {
    const { deletedCount } = await clean(false)
    setFound(undefined)
    onDone(`${formatCount(deletedCount, 'old job')} deleted.`)
  })
  return (
    <>
      <Button pending={look.isPending} onClick={() => look.mutate(undefined)}>
        {!look.isPending && <Eraser aria-hidden="true" className="size-4" />}
        Clean up old jobs
      </Button>
      {look.error && (
        <div className="w-full">
          <Outcome failed={sentences.cleanupJobsFailed} error={look.error} />
        </div>
      )}
      <AlertDialog
        open={found !== undefined}
        onOpenChange={() => setFound(undefined)}
        title="Clean up old jobs?"
        description={
          found
            ? `${formatCount(found.deletedCount, 'failed or cancelled job')} ended over ${limits.oldJobDays} days ago, with ${found.freedSpaceIsLeast ? 'at least ' : ''}${formatBytes(found.freedSpace)} in storage. They are deleted for good. Completed jobs stay.`
            : ''
        }
        confirm={found ? `Delete ${formatCount(found.deletedCount, 'job')}` : 'Delete'}
        destructive
        pending={act.isPending}
        onConfirm={() => act.mutate(undefined)}
      >
        <Outcome failed={sentences.cleanupJobsFailed} error={act.error} />
      </AlertDialog>
    </>
  )
}

import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

interface EmptyTrashDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  total: number
  bytes: number
  onStart: () => void
  onDone: (message: string) => void
}

export function EmptyTrashDialog({ open, onOpenChange, total, bytes, onStart, onDone }: EmptyTrashDialogProps) {
  const empty = useAction(async () => {
    onStart()
    const { result } = await call('DELETE /admin/storage/trash', { query: { dryRun: 'false' } })
    onDone(`${formatCount(result.deletedCount, 'item')} deleted for good, ${formatBytes(result.freedSpace)} freed.`)
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Empty the trash?"
      description={`This deletes ${formatCount(total, 'item')} (${formatBytes(bytes)}) for good.`}
      confirm="Empty trash"
      destructive
      pending={empty.isPending}
      onConfirm={() => empty.mutate(undefined)}
    >
      <ActionResult failed="The trash could not be emptied" error={empty.error} />
    </AlertDialog>
  )
}

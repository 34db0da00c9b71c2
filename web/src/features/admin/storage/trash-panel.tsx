import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ActionResult } from '../action-result.tsx'
import { useTrash } from '../admin-queries.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Pager } from '../pager.tsx'
import { useAction } from '../use-action.ts'
import { useCursorPages } from '../use-cursor-pages.ts'
import { EmptyTrashDialog } from './empty-trash-dialog.tsx'
import { TrashTable } from './trash-table.tsx'

/** What clean-ups removed, as long as it can be restored. */
export function TrashPanel() {
  const { page, cursor, goTo, restart } = useCursorPages()
  const trash = useTrash(cursor)
  const [isAsking, setAsking] = useState(false)
  const [message, setMessage] = useState<string>()
  const restore = useAction(async (item: TrashItem) => {
    setMessage(undefined)
    const { result } = await call('POST /admin/storage/trash/restore', { body: { ids: [item.id] } })
    if (result.restored === 0) throw new Error('Its place is taken, or the video it belonged to was deleted.')
    setMessage(`${item.name} was restored.`)
  })
  const finishEmptying = (text: string) => {
    setAsking(false)
    restart()
    setMessage(text)
  }
  const total = trash.data?.total ?? 0

  return (
    <Panel
      title="Trash"
      hint={`Removed files stay here for ${limits.trashDays} days.`}
      actions={
        <Button disabled={total === 0} onClick={() => setAsking(true)}>
          Empty trash
        </Button>
      }
    >
      <ActionResult failed="It could not be restored" error={restore.error} done={message} />
      <QueryView query={trash} failed={sentences.adminFailed} skeleton="h-32">
        {(data) =>
          data.items.length === 0 ? (
            <EmptyNote>The trash is empty.</EmptyNote>
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <TrashTable items={data.items} restoring={restore.isPending ? restore.variables.id : undefined} onRestore={restore.mutate} />
              <Pager
                label="the trash"
                page={page}
                total={`${formatCount(data.total, 'item')}, ${formatBytes(data.bytes)}`}
                hasNext={data.nextCursor !== null}
                onPage={(to) => goTo(to, data.nextCursor)}
              />
            </div>
          )
        }
      </QueryView>
      <EmptyTrashDialog
        open={isAsking}
        onOpenChange={setAsking}
        total={total}
        bytes={trash.data?.bytes ?? 0}
        onStart={() => setMessage(undefined)}
        onDone={finishEmptying}
      />
    </Panel>
  )
}

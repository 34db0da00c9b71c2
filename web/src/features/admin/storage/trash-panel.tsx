import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ActionResult } from '../action-result.tsx'
import { useTrash } from '../admin-queries.ts'
import { Pager } from '../pager.tsx'
import { Panel } from '../panel.tsx'
import { QueryView } from '../query-view.tsx'
import { useAction } from '../use-action.ts'
import { useCursorPages } from '../use-cursor-pages.ts'

const kinds: Record<TrashItem['kind'], string> = { file: 'File', temp: 'Temporary file', row: 'Row' }

/** What clean-ups removed, for as long as it can be brought back. */
export function TrashPanel() {
  const { page, cursor, goTo, restart } = useCursorPages()
  const trash = useTrash(cursor)
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState<string>()
  const restore = useAction(async (item: TrashItem) => {
    setSaid(undefined)
    const { result } = await call('POST /admin/storage/trash/restore', { body: { ids: [item.id] } })
    if (result.restored === 0) throw new Error('Something else is in its place by now, or what it belonged to is gone.')
    setSaid(`${item.name} is back in its place.`)
  })
  const empty = useAction(async () => {
    setSaid(undefined)
    const { result } = await call('DELETE /admin/storage/trash', { query: { dryRun: 'false' } })
    setAsking(false)
    restart()
    setSaid(`${formatCount(result.deletedCount, 'thing')} deleted for good, ${formatBytes(result.freedSpace)} freed.`)
  })
  const columns: Column<TrashItem>[] = [
    {
      name: 'What',
      cell: ({ name, kind, reason }) => (
        <div className="flex min-w-48 flex-col py-2">
          <span className="break-all text-13">{name}</span>
          <span className="text-12 text-muted">
            {kinds[kind]}. {reason}
          </span>
        </div>
      ),
    },
    { name: 'Size', numeric: true, cell: ({ bytes }) => <span className="whitespace-nowrap">{formatBytes(bytes)}</span> },
    {
      name: 'Removed',
      wide: true,
      cell: ({ removedAt, removedBy }) => (
        <span className="whitespace-nowrap text-13 text-muted">
          {formatRelativeDate(removedAt)} by {removedBy}
        </span>
      ),
    },
    {
      name: 'Gone on',
      wide: true,
      cell: ({ goesAt }) => <span className="text-13 text-muted">{new Date(goesAt).toLocaleDateString()}</span>,
    },
    {
      name: 'Actions',
      numeric: true,
      cell: (item) => (
        <Button size="small" pending={restore.isPending && restore.variables.id === item.id} onClick={() => restore.mutate(item)}>
          Restore <span className="sr-only">{item.name}</span>
        </Button>
      ),
    },
  ]
  const total = trash.data?.total ?? 0

  return (
    <Panel
      title="Trash"
      hint={`What clean-ups removed stays here for ${limits.trashDays} days.`}
      actions={
        <Button disabled={total === 0} onClick={() => setAsking(true)}>
          Empty trash
        </Button>
      }
    >
      <ActionResult failed="It could not be restored" error={restore.error} done={said} />
      <QueryView query={trash} failed={sentences.adminFailed} skeleton="h-32">
        {(data) =>
          data.items.length === 0 ? (
            <p className="rounded-surface border border-line border-dashed px-4 py-6 text-center text-13 text-muted">The trash is empty.</p>
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <Table caption="Things in the trash" columns={columns} rows={data.items} rowKey={({ id }) => id} />
              <Pager
                label="the trash"
                page={page}
                total={`${formatCount(data.total, 'thing')}, ${formatBytes(data.bytes)}`}
                hasNext={data.nextCursor !== null}
                onPage={(to) => goTo(to, data.nextCursor)}
              />
            </div>
          )
        }
      </QueryView>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Empty the trash?"
        description={`${formatCount(total, 'thing')} of ${formatBytes(trash.data?.bytes ?? 0)} can not be brought back afterwards.`}
        confirm="Empty trash"
        destructive
        pending={empty.isPending}
        onConfirm={() => empty.mutate(undefined)}
      >
        <ActionResult failed="The trash could not be emptied" error={empty.error} />
      </AlertDialog>
    </Panel>
  )
}

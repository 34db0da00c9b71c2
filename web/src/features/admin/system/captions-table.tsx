import type { AdminTranscription } from '@video-forge/contract/admin/admin-captions'
import { languageName } from '@video-forge/contract/captions/languages'
import type { Output } from '@video-forge/contract/endpoints'
import { Ban, RotateCcw, X } from 'lucide-react'
import { formatMoment } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ActionResult } from '../action-result.tsx'
import { EmptyNote } from '../empty-note.tsx'
import { RowMenu } from '../row-menu.tsx'
import { useAction } from '../use-action.ts'

interface CaptionsTableProps extends Pick<Output<'GET /admin/captions'>, 'transcriptions' | 'counts'> {
  canRetry: boolean
}

/** What is being made, what waits, and what could not be made. */
export function CaptionsTable({ transcriptions, counts, canRetry }: CaptionsTableProps) {
  const change = useAction(async ({ row, action }: { row: AdminTranscription; action: 'cancel' | 'retry' }): Promise<string> => {
    const params = { id: row.id }
    if (action === 'retry') await call('POST /admin/captions/{id}/retry', { params })
    else await call('POST /admin/captions/{id}/cancel', { params })
    if (action === 'retry') return `The captions of "${row.title}" wait again.`
    return row.status === 'failed' ? `"${row.title}" was removed from the list.` : `The captions of "${row.title}" were cancelled.`
  })
  const itemsOf = (row: AdminTranscription) =>
    row.status === 'failed'
      ? [
          ...(canRetry ? [{ name: 'Try again', icon: RotateCcw, onSelect: () => change.mutate({ row, action: 'retry' }) }] : []),
          { name: 'Remove', icon: X, onSelect: () => change.mutate({ row, action: 'cancel' }) },
        ]
      : [{ name: 'Cancel', icon: Ban, onSelect: () => change.mutate({ row, action: 'cancel' }) }]
  const columns: Column<AdminTranscription>[] = [
    ...dataColumns,
    { name: 'Actions', numeric: true, cell: (row) => <RowMenu name={row.title} items={itemsOf(row)} /> },
  ]
  const { running, waiting, failed } = counts
  const isCut = running + waiting + failed > transcriptions.length
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ActionResult failed="That did not work" error={change.error} done={change.data} />
      {transcriptions.length === 0 ? (
        <EmptyNote>No captions are being made, and none wait.</EmptyNote>
      ) : (
        <>
          <p className="text-13 text-muted tabular-nums">
            {running.toLocaleString('en')} running, {waiting.toLocaleString('en')} waiting, {failed.toLocaleString('en')} failed
            {isCut && `; the first ${transcriptions.length} are shown`}
          </p>
          <Table caption="Videos that get captions" columns={columns} rows={transcriptions} rowKey={({ id }) => id} />
        </>
      )}
    </div>
  )
}

const dataColumns: Column<AdminTranscription>[] = [
  {
    name: 'Video',
    cell: (row) => (
      <div className="flex min-w-40 max-w-72 flex-col py-1.5">
        <span className="truncate font-medium">{row.title}</span>
        <span className="truncate text-12 text-muted sm:hidden">by {row.username}</span>
        <div className="mt-1 sm:hidden">
          <State row={row} />
        </div>
      </div>
    ),
  },
  {
    name: 'User',
    wide: true,
    cell: ({ username, user_email }) => (
      <div className="flex max-w-56 flex-col">
        <span className="truncate">{username}</span>
        <span className="truncate text-12 text-muted">{user_email}</span>
      </div>
    ),
  },
  { name: 'Language', wide: true, cell: ({ language }) => languageName(language) },
  { name: 'State', wide: true, cell: (row) => <State row={row} /> },
  {
    name: 'Since',
    wide: true,
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="whitespace-nowrap text-13 text-muted tabular-nums">
        {formatMoment(created_at)}
      </time>
    ),
  },
]

function State({ row: { title, status, progress, message } }: { row: AdminTranscription }) {
  if (status === 'waiting') return <Badge tone="neutral">Waiting</Badge>
  if (status === 'failed')
    return (
      <div className="flex max-w-80 flex-col items-start gap-1 py-1.5">
        <Badge tone="bad">Failed</Badge>
        <span className="text-12 text-muted">{message}</span>
      </div>
    )
  return (
    <div className="flex min-w-32 items-center gap-2">
      <Progress label={`Captions of ${title}`} value={progress} />
      <span className="shrink-0 text-12 text-muted tabular-nums">{progress} %</span>
    </div>
  )
}

import type { TrashItem } from '@video-forge/contract/admin/admin-storage'
import { formatBytes } from '../../../format/bytes.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

const kinds: Record<TrashItem['kind'], string> = { file: 'File', temp: 'Temporary file', row: 'Database entry' }

interface TrashTableProps {
  items: readonly TrashItem[]
  /** The id of the item that is being restored. */
  restoring: string | undefined
  onRestore: (item: TrashItem) => void
}

export function TrashTable({ items, restoring, onRestore }: TrashTableProps) {
  const columns: Column<TrashItem>[] = [
    ...dataColumns,
    {
      name: 'Actions',
      numeric: true,
      cell: (item) => (
        <Button size="small" pending={restoring === item.id} onClick={() => onRestore(item)}>
          Restore <span className="sr-only">{item.name}</span>
        </Button>
      ),
    },
  ]
  return <Table caption="Items in the trash" columns={columns} rows={items} rowKey={({ id }) => id} />
}

const dataColumns: Column<TrashItem>[] = [
  {
    name: 'Item',
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
    name: 'Deleted on',
    wide: true,
    cell: ({ goesAt }) => <span className="text-13 text-muted">{new Date(goesAt).toLocaleDateString()}</span>,
  },
]

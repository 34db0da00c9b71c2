import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import { formatTable } from '@video-forge/contract/rules/formats'
import { formatBytes } from '../../../format/bytes.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

interface UnusedTableProps {
  items: readonly UnusedQuality[]
  isSelected: (id: string) => boolean
  onSelect: (id: string, isSelected: boolean) => void
}

export function UnusedTable({ items, isSelected, onSelect }: UnusedTableProps) {
  const columns: Column<UnusedQuality>[] = [
    {
      name: 'Select',
      cell: ({ videoId, title }) => (
        <Checkbox
          label={<span className="sr-only">Select {title}</span>}
          checked={isSelected(videoId)}
          onCheckedChange={(isOn) => onSelect(videoId, isOn)}
        />
      ),
    },
    ...dataColumns,
  ]
  return <Table caption="Unused qualities" columns={columns} rows={items} rowKey={({ videoId }) => videoId} />
}

const dataColumns: Column<UnusedQuality>[] = [
  {
    name: 'Video',
    cell: ({ title, username, format, codec, remaining, canBeMade, keepsAv1 }) => (
      <div className="flex min-w-32 max-w-96 flex-col py-2">
        <span className="break-words font-medium">{title}</span>
        <span className="text-12 text-muted">
          {formatTable[format].label}
          {codec === 'av1' && ', left only in AV1,'} by {username}. {formatTable[remaining].label} stays
          {keepsAv1 && `, and ${formatTable[format].label} in AV1, which is played`}.
        </span>
        <span className="text-12 text-muted">
          {canBeMade ? 'It can be made again from the original.' : 'It cannot be made again: there is no original of this size.'}
        </span>
      </div>
    ),
  },
  {
    name: 'Frees',
    numeric: true,
    cell: ({ bytes, av1Bytes, codec }) => (
      <div className="flex flex-col whitespace-nowrap">
        <span>{formatBytes(bytes)}</span>
        {codec === 'h264' && av1Bytes > 0 && <span className="text-12 text-muted max-sm:hidden">{formatBytes(av1Bytes)} in AV1</span>}
      </div>
    ),
  },
  {
    name: 'Last played',
    wide: true,
    cell: ({ lastPlayed }) => (
      <span className="whitespace-nowrap text-13 text-muted">{lastPlayed ? formatRelativeDate(lastPlayed) : 'No play counted'}</span>
    ),
  },
]

import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import { formatBytes } from '../../../../format/bytes.ts'
import { formatRelativeDate } from '../../../../format/dates.ts'
import { type Column, Table } from '../../../../ui/table.tsx'

type Row = Reencoding['recent'][number]

const results: Record<Row['status'], string> = {
  waiting: 'Waiting',
  running: 'In progress',
  published: 'Published',
  'not-worth-it': 'Not worth it',
  skipped: 'Not made',
  failed: 'Failed',
}

const columns: Column<Row>[] = [
  {
    name: 'Video',
    cell: ({ title, format, reason, status }) => (
      <div className="flex min-w-48 flex-col py-2">
        <span className="break-words">
          {title}, {format}
        </span>
        <span className="text-12 text-muted">
          {results[status]}
          {reason && `. ${reason}`}
        </span>
      </div>
    ),
  },
  { name: 'H.264', numeric: true, cell: ({ bytesBefore }) => <span className="whitespace-nowrap">{formatBytes(bytesBefore)}</span> },
  {
    name: 'AV1',
    numeric: true,
    cell: ({ bytes }) => <span className="whitespace-nowrap">{bytes === null ? '–' : formatBytes(bytes)}</span>,
  },
  {
    name: 'Served',
    numeric: true,
    wide: true,
    cell: ({ served, saved }) => (
      <span className="whitespace-nowrap">{served > 0 ? `${formatBytes(served)}, saved ${formatBytes(saved)}` : '–'}</span>
    ),
  },
  {
    name: 'SSIM',
    numeric: true,
    wide: true,
    cell: ({ ssim, ssimBefore }) => (ssim === null || ssimBefore === null ? '–' : `${ssim.toFixed(4)} / ${ssimBefore.toFixed(4)}`),
  },
  { name: 'CPU', numeric: true, wide: true, cell: ({ cpuSeconds }) => `${Math.round(cpuSeconds)} s` },
  {
    name: 'Ended',
    wide: true,
    cell: ({ endedAt }) => <span className="whitespace-nowrap text-13 text-muted">{formatRelativeDate(endedAt)}</span>,
  },
]

export const ReencodingTable = ({ rows }: { rows: readonly Row[] }) => (
  <Table
    caption="The last qualities that were made in AV1, or not"
    columns={columns}
    rows={rows}
    rowKey={({ videoId, format }) => `${videoId} ${format}`}
  />
)

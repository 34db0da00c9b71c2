import type { Statistics } from '@video-forge/contract/plays'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { deviceNames, formatNumber, formatPercent, hostName } from './statistics-format.ts'

interface Row {
  name: string
  views: number
  share: number
}

const ShareTable = ({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) => (
  <Panel title={title}>
    {rows.length === 0 ? (
      <p className="text-14 text-muted">No views in this period.</p>
    ) : (
      <Table
        caption={`Views by ${first.toLowerCase()}`}
        columns={[
          { name: first, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
          { name: 'Views', cell: ({ views }) => formatNumber(views), numeric: true },
          { name: 'Share', cell: ({ share }) => formatPercent(share), numeric: true },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    )}
  </Panel>
)

/** Where viewers came from, and what they watched on. */
export const ShareTables = ({ found: { referrers, devices } }: { found: Statistics }) => (
  <div className="grid gap-8 lg:grid-cols-2">
    <ShareTable
      title="Where viewers came from"
      first="Site"
      rows={referrers.map(({ host, ...rest }) => ({ name: hostName(host), ...rest }))}
    />
    <ShareTable title="Devices" first="Device" rows={devices.map(({ device, ...rest }) => ({ name: deviceNames[device], ...rest }))} />
  </div>
)

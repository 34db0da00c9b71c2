import type { StorageStats } from '@video-forge/contract/admin/admin-storage'
import { formatBytes } from '../../../format/bytes.ts'
import { assetName } from '../../../jobs-view/asset-names.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

type Kind = StorageStats['byKind'][number]
type Owner = StorageStats['byUser'][number]

const amounts = [
  { name: 'Files', numeric: true, cell: ({ files }: { files: number }) => files.toLocaleString('en') },
  {
    name: 'Size',
    numeric: true,
    cell: ({ bytes }: { bytes: number }) => <span className="whitespace-nowrap">{formatBytes(bytes)}</span>,
  },
]
const kinds: Column<Kind>[] = [{ name: 'Kind', cell: ({ kind }) => assetName(kind) }, ...amounts]
const owners: Column<Owner>[] = [
  {
    name: 'User',
    cell: ({ username, email }) => (
      <div className="flex max-w-64 flex-col py-1.5">
        <span className="truncate">{username}</span>
        <span className="truncate text-12 text-muted">{email}</span>
      </div>
    ),
  },
  ...amounts,
]

export const StorageTables = ({ stats: { byKind, byUser } }: { stats: StorageStats }) => (
  <div className="grid gap-8 lg:grid-cols-2">
    <Panel title="By kind">
      {byKind.length === 0 ? <NoFiles /> : <Table caption="Storage by kind" columns={kinds} rows={byKind} rowKey={({ kind }) => kind} />}
    </Panel>
    <Panel title="By user" hint="The twenty users with the most storage.">
      {byUser.length === 0 ? (
        <NoFiles />
      ) : (
        <Table caption="Storage by user" columns={owners} rows={byUser} rowKey={({ userId }) => userId} />
      )}
    </Panel>
  </div>
)

const NoFiles = () => <p className="text-13 text-muted">No files yet.</p>

import { sentences } from '@video-forge/contract/sentences'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { useStorageStats } from '../admin-queries.ts'
import { CleanupPanel } from './cleanup-panel.tsx'
import { ReportPanel } from './report-panel.tsx'
import { StorageFigures } from './storage-figures.tsx'
import { StorageTables } from './storage-tables.tsx'
import { TrashPanel } from './trash-panel.tsx'
import { UnusedPanel } from './unused-panel.tsx'

export function StorageManagement() {
  const stats = useStorageStats()
  return (
    <div className="flex flex-col gap-8">
      <QueryView query={stats} failed={sentences.storageStatsFailed} skeleton="h-96">
        {(data) => (
          <div className="flex flex-col gap-8">
            <StorageFigures stats={data} />
            <StorageTables stats={data} />
          </div>
        )}
      </QueryView>
      <div className="grid gap-8 lg:grid-cols-2">
        <CleanupPanel />
        <ReportPanel />
      </div>
      <UnusedPanel />
      <TrashPanel />
    </div>
  )
}

import type { StorageStats } from '@video-forge/contract/admin/admin-storage'
import { limits } from '@video-forge/contract/rules/limits'
import { formatAge } from '../../../format/age.ts'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { Figure } from '../../../ui/figure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DiskFigure } from '../disk-figure.tsx'
import { useNow } from '../use-now.ts'

export function StorageFigures({ stats: { bucket, assets, trash, disk, lastUpdated } }: { stats: StorageStats }) {
  const now = useNow()
  return (
    <Panel title="Storage" hint={`In ${bucket.bucketName}, counted ${formatAge(lastUpdated, now)}.`}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name="Total size" value={formatBytes(bucket.totalBytes)} detail={`${bucket.totalSizeMB.toLocaleString('en')} MB`} />
        <Figure name="Files" value={bucket.totalFiles.toLocaleString('en')} detail="in storage" />
        <Figure name="Assets" value={assets.total.toLocaleString('en')} detail={formatBytes(assets.bytes)} />
        <Figure name="Recent assets" value={assets.recent.toLocaleString('en')} detail={`in ${limits.recentAssetDays} days`} />
        <Figure name="Trash" value={formatBytes(trash.bytes)} detail={formatCount(trash.files, 'item')} />
        <DiskFigure disk={disk} />
      </dl>
    </Panel>
  )
}

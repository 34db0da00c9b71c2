import { useMutation, useQuery } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import type { Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import { Download, Link as LinkIcon } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { assetName } from '../../../jobs-view/asset-names.ts'
import { jobKeys } from '../../../jobs-view/live/job-cache.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { copyAssetLink } from './copy-asset-link.ts'
import { openDownload } from './open-download.ts'

type Asset = Output<'GET /jobs/{id}/assets'>['assets'][number]

/** The files of a completed job. */
export function AssetTable({ job }: { job: Job }) {
  const assets = useQuery({
    queryKey: jobKeys.assets(job.id),
    queryFn: async ({ signal }) => (await call('GET /jobs/{id}/assets', { params: { id: job.id } }, { signal })).assets,
  })
  const download = useMutation({ mutationFn: (asset: Asset) => openDownload(job.id, asset.id) })
  const copying = useMutation({
    mutationFn: (asset: Asset) => copyAssetLink(job.id, asset.id),
    onSuccess: () => showToast('good', 'Link copied. It works for 15 minutes.'),
    onError: (error) => showToast('bad', `Copy failed: ${error.message}`),
  })
  const copyingId = copying.isPending ? copying.variables.id : undefined
  const downloadingId = download.isPending ? download.variables.id : undefined

  const columns: Column<Asset>[] = [
    { name: 'Type', cell: (asset) => <AssetName asset={asset} /> },
    { name: 'Resolution', wide: true, cell: ({ resolution }) => <span className="text-muted tabular-nums">{resolution ?? '–'}</span> },
    { name: 'Size', numeric: true, cell: ({ file_size }) => <span className="whitespace-nowrap">{formatBytes(file_size)}</span> },
    {
      name: 'File',
      numeric: true,
      cell: (asset) => (
        <div className="flex justify-end gap-1">
          <Button kind="quiet" size="small" className="relative" pending={copyingId === asset.id} onClick={() => copying.mutate(asset)}>
            {copyingId !== asset.id && <LinkIcon aria-hidden="true" className="size-4" />}
            <span className="max-md:sr-only">Copy link</span> <span className="sr-only">to {assetName(asset.asset_type)}</span>
          </Button>
          <Button size="small" className="relative" pending={downloadingId === asset.id} onClick={() => download.mutate(asset)}>
            {downloadingId !== asset.id && <Download aria-hidden="true" className="size-4" />}
            <span className="max-sm:sr-only">Download</span> <span className="sr-only">{assetName(asset.asset_type)}</span>
          </Button>
        </div>
      ),
    },
  ]

  return (
    <div className="flex flex-col gap-3">
      {download.error && <Notice tone="bad">{sentences.downloadFailed(download.error.message)}</Notice>}
      {assets.isPending && <AssetsSkeleton rows={job.asset_count} />}
      {assets.error && <RetryNotice text={sentences.assetsFailed(assets.error.message)} onRetry={() => void assets.refetch()} />}
      {assets.data?.length === 0 && <p className="text-13 text-muted">This job has no assets.</p>}
      {assets.data && assets.data.length > 0 && (
        <Table caption={`Assets of ${job.title}`} columns={columns} rows={assets.data} rowKey={({ id }) => id} />
      )}
    </div>
  )
}

const AssetName = ({ asset }: { asset: Asset }) => (
  <span className="whitespace-nowrap">
    {assetName(asset.asset_type)}
    {asset.resolution && <span className="block text-12 text-muted tabular-nums sm:hidden">{asset.resolution}</span>}
  </span>
)

const AssetsSkeleton = ({ rows }: { rows: number }) => (
  <div role="status" className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
    <span className="sr-only">Loading the assets</span>
    {Array.from({ length: Math.max(1, rows) + 1 }, (_, row) => row).map((row) => (
      <div key={row} className={`flex items-center px-4 ${row === 0 ? 'h-10' : 'h-12'}`}>
        <Skeleton className="h-4 w-full" />
      </div>
    ))}
  </div>
)

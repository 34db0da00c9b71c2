import { sql } from 'kysely'
import { aliveAfter } from '../../platform/database/alive-workers.ts'
import type { Db } from '../../platform/database/database.ts'
import { countJobs, queueOf, sumAssets } from './counters.ts'

/** The gauges of the whole site for Prometheus. */
export async function readGauges(db: Db) {
  const [counts, assets, { rows }] = await Promise.all([
    countJobs(db),
    sumAssets(db),
    sql<{ workers: string }>`select count(*) as workers from workers where seen_at > ${aliveAfter}`.execute(db),
  ])
  const { queued, active } = queueOf(counts)
  return [
    { name: 'video_forge_queue_jobs', help: 'Queued jobs', values: [{ labels: {}, value: queued }] },
    { name: 'video_forge_active_jobs', help: 'Running jobs', values: [{ labels: {}, value: active }] },
    {
      name: 'video_forge_jobs',
      help: 'Jobs by status',
      values: Object.entries(counts).map(([status, value]) => ({ labels: { status }, value })),
    },
    { name: 'video_forge_assets', help: 'Files made by jobs', values: [{ labels: {}, value: assets.count }] },
    { name: 'video_forge_asset_bytes', help: 'Size of all files made by jobs, in bytes', values: [{ labels: {}, value: assets.bytes }] },
    { name: 'video_forge_workers', help: 'Running workers', values: [{ labels: {}, value: Number(rows[0]?.workers ?? 0) }] },
  ]
}

import type { MetricPoint } from '@video-forge/contract/admin/admin-system'
import type { HistoryRange } from '@video-forge/contract/rules/admin-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'
import { countJobs, mergeCounters, queueOf, sumAssets } from './counters.ts'

/** The stored grain of each range, and the distance of its points. */
const ranges: Record<HistoryRange, { grain: 'minute' | 'hour'; span: string; stepSeconds: number }> = {
  '1h': { grain: 'minute', span: '1 hour', stepSeconds: 60 },
  '24h': { grain: 'minute', span: '24 hours', stepSeconds: 300 },
  '30d': { grain: 'hour', span: '30 days', stepSeconds: 3600 },
}

/**
 * Stores the figures of the last full minute, unless another worker already did; true if this call stored them. Finished jobs are
 * counted from the jobs table, so they are right however late in the next minute this runs.
 */
export async function sampleMinute(db: Db): Promise<boolean> {
  const { queued, active } = queueOf(await countJobs(db))
  const { bytes } = await sumAssets(db)
  const { numAffectedRows } = await sql`
    with minute as (select date_trunc('minute', now()) - interval '1 minute' as at),
    made as (
      select
        count(*) filter (where jobs.status = 'COMPLETED') as completed,
        count(*) filter (where jobs.status = 'FAILED') as failed,
        coalesce(sum(videos.duration) filter (where jobs.status = 'COMPLETED'), 0) as video_seconds
      from minute join jobs on jobs.finished_at >= minute.at and jobs.finished_at < minute.at + interval '1 minute'
      join videos on videos.id = jobs.id
    )
    insert into metrics (grain, at, queued, active, completed, failed, video_seconds, storage_bytes)
    select 'minute', minute.at, ${queued}::real, ${active}::real, completed, failed, video_seconds, ${bytes}::bigint
    from minute, made where not exists (select from metrics where grain = 'minute' and metrics.at = minute.at)
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Keeps minutes for 2 days and hours for 31. An hour has the mean of its minutes, or their sum where it counts something. */
export async function downsample(db: Db): Promise<void> {
  await sql`
    insert into metrics (grain, at, queued, active, completed, failed, video_seconds, storage_bytes)
    select 'hour', date_trunc('hour', at), avg(queued), avg(active), sum(completed), sum(failed), sum(video_seconds), max(storage_bytes)
    from metrics where grain = 'minute' and at >= date_trunc('hour', now()) - interval '3 hours'
    group by date_trunc('hour', at)
    on conflict (grain, at) do update set
      queued = excluded.queued, active = excluded.active, completed = excluded.completed, failed = excluded.failed,
      video_seconds = excluded.video_seconds, storage_bytes = excluded.storage_bytes`.execute(db)
  await sql`delete from metrics where grain = 'minute' and at < now() - interval '2 days'`.execute(db)
  await sql`delete from metrics where grain = 'hour' and at < now() - interval '31 days'`.execute(db)
}

/** Once a minute: stores the sample, and compacts metrics and counters. */
export function metricsTask(db: Db): Task {
  let lastMinute = 0
  return {
    name: 'store the metrics of the last minute',
    needsLease: true,
    run: async () => {
      const minute = Math.floor(Date.now() / 60_000)
      if (minute === lastMinute) return false
      if (await sampleMinute(db)) {
        await downsample(db)
        await mergeCounters(db)
      }
      lastMinute = minute
      return false
    },
  }
}

export async function readHistory(db: Db, range: HistoryRange): Promise<{ stepSeconds: number; points: MetricPoint[] }> {
  const { grain, span, stepSeconds } = ranges[range]
  const { rows } = await sql<{
    at: Date
    queued: number
    active: number
    throughput: number
    completed: string
    failed: string
    storage_bytes: string
  }>`
    select date_bin(make_interval(secs => ${stepSeconds}), at, timestamptz '2020-01-01') as at,
      avg(queued)::real as queued, avg(active)::real as active, sum(video_seconds) / ${stepSeconds}::real as throughput,
      sum(completed) as completed, sum(failed) as failed, max(storage_bytes) as storage_bytes
    from metrics where grain = ${grain} and at > now() - ${span}::interval
    group by 1 order by 1`.execute(db)
  return {
    stepSeconds,
    points: rows.map((row) => ({
      at: row.at.toISOString(),
      queued: row.queued,
      active: row.active,
      throughput: row.throughput,
      completed: Number(row.completed),
      failed: Number(row.failed),
      storageBytes: Number(row.storage_bytes),
    })),
  }
}

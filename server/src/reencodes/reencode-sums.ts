import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import { type ReencodeStatus, reencodeStatuses } from '@video-forge/contract/rules/reencode-rules'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { readReencodeSettings } from './reencode-settings.ts'

const recentCount = 20

interface StatusSums {
  status: ReencodeStatus
  count: number
  bytes: number
  bytesBefore: number
  cpuSeconds: number
  videos: number
  bytesInH264: number
}

export interface ReencodeSums extends Pick<Reencoding, 'counts' | 'cpuSeconds'> {
  /** `bytesInH264`: of those whose H.264 was not dropped. */
  published: Reencoding['published'] & { bytesInH264: number }
}

/** What was made, by status. One row of the table for each rendition that was looked at. */
export async function sumReencodes(db: Db): Promise<ReencodeSums> {
  const { rows } = await sql<StatusSums>`
    select status, count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes, sum(bytes_before)::float8 as "bytesBefore",
      coalesce(sum(bytes_before) filter (where asset_id is not null), 0)::float8 as "bytesInH264", sum(cpu_seconds) as "cpuSeconds", count(distinct job_id)::int as videos
    from reencodes group by status`.execute(db)
  const of = (status: ReencodeStatus) => rows.find((row) => row.status === status)
  const published = of('published')
  return {
    counts: Object.fromEntries(reencodeStatuses.map((status) => [status, of(status)?.count ?? 0])) as Record<ReencodeStatus, number>,
    published: {
      ...{ bytes: published?.bytes ?? 0, bytesBefore: published?.bytesBefore ?? 0 },
      ...{ bytesInH264: published?.bytesInH264 ?? 0, videos: published?.videos ?? 0 },
    },
    cpuSeconds: rows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  }
}

export async function describeReencoding(
  db: Db,
  { published: { bytesInH264: _, ...published }, ...sums }: ReencodeSums,
  served: Reencoding['served'],
): Promise<Reencoding> {
  const { rows: recent } = await sql<Omit<Reencoding['recent'][number], 'endedAt'> & { endedAt: Date }>`
    select videos.id as "videoId", videos.title, r.format, r.status, r.reason, r.bytes::float8 as bytes, r.bytes_before::float8 as "bytesBefore",
      r.ssim, r.ssim_before as "ssimBefore", r.cpu_seconds as "cpuSeconds", coalesce(s.served, 0)::float8 as served, coalesce(s.saved, 0)::float8 as saved, r.ended_at as "endedAt"
    from reencodes r join videos on videos.id = r.job_id
      left join lateral (
        select sum(bytes) as served, sum(saved) as saved from play_bytes
        where subject = r.job_id and format = r.format and codec = r.codec) s on true
    where r.ended_at is not null order by r.ended_at desc, r.id limit ${recentCount}`.execute(db)
  return {
    settings: await readReencodeSettings(db),
    ...sums,
    published,
    served,
    recent: recent.map((row) => ({ ...row, endedAt: row.endedAt.toISOString() })),
  }
}

/** For Prometheus. */
export function reencodeGauges({ counts, published, cpuSeconds }: ReencodeSums) {
  const values = [
    { labels: { codec: 'av1' }, value: published.bytes },
    { labels: { codec: 'h264' }, value: published.bytesInH264 },
  ]
  return [
    {
      name: 'video_forge_reencodes',
      help: 'Qualities of videos that were to be made in AV1, by status',
      values: Object.entries(counts).map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'video_forge_reencoded_bytes',
      help: 'Size of the qualities that were published in AV1, and of the same in H.264 unless that was dropped, in bytes',
      values,
    },
    { name: 'video_forge_reencode_cpu_seconds', help: 'CPU time spent on AV1', values: [{ labels: {}, value: cpuSeconds }] },
  ]
}

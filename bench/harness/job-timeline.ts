import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../../e2e/harness/api-calls.ts'
import type { WatchSite } from './watch/watch-site.ts'

/** Moments of a job, in milliseconds of the system's clock. */
export interface JobTimeline {
  claimedAt?: number
  plannedAt?: number
  splitAt?: number
  checkpointAt?: number
  /** When the video had something to play for everybody. */
  playableAt?: number
  endedAt?: number
  status: string
  /** What could be played while the job ran, of the quality that was furthest. */
  growth: { at: number; seconds: number; qualityCount: number }[]
}

interface StreamAnswer {
  hlsUrl: string | null
  qualities: { quality: string; playableSeconds?: number | null }[]
}

const fastMs = 50
const slowMs = 1000

/** Follows a job in the database and as a viewer sees it, until it has ended or the signal is aborted. */
export function followJob(
  { database, product }: WatchSite,
  id: string,
  signal: AbortSignal,
): { timeline: JobTimeline; ended: Promise<void> } {
  const timeline: JobTimeline = { status: 'PENDING', growth: [] }
  const readJob = async (): Promise<void> => {
    const { rows } = await database.query<{ status: string; claimed: boolean; planned: boolean; split: boolean; checkpoint: boolean }>(
      `select status, started_at is not null as claimed, plan is not null as planned,
        exists (select from job_splits where job_id = jobs.id) as split,
        exists (select from job_parts where job_id = jobs.id and jsonb_array_length(pieces) > 0) as checkpoint
      from jobs where id = $1`,
      [id],
    )
    const now = Date.now()
    const [row] = rows
    if (!row) return
    timeline.status = row.status
    if (row.claimed) timeline.claimedAt ??= now
    if (row.planned) timeline.plannedAt ??= now
    if (row.split) timeline.splitAt ??= now
    if (row.checkpoint) timeline.checkpointAt ??= now
    if (/^(COMPLETED|FAILED|CANCELLED)$/.test(row.status)) timeline.endedAt ??= now
  }
  const readStream = async (): Promise<void> => {
    const { status, body } = await call(product, `GET /gallery/videos/${id}/stream`)
    if (status !== 200) return
    // A cast at the boundary: other versions, which are compared, leave fields out.
    const { hlsUrl, qualities } = body as unknown as StreamAnswer
    if (hlsUrl === null && !qualities.some(({ quality }) => quality === 'original')) return
    timeline.playableAt ??= Date.now()
    const growing = qualities.flatMap(({ playableSeconds }) => playableSeconds ?? [])
    if (growing.length > 0) timeline.growth.push({ at: Date.now(), seconds: Math.max(...growing), qualityCount: growing.length })
  }
  const follow = async (): Promise<void> => {
    while (!signal.aborted && timeline.endedAt === undefined) {
      await readJob()
      await readStream()
      const isStarted = timeline.playableAt !== undefined && timeline.checkpointAt !== undefined
      await wait(isStarted ? slowMs : fastMs, undefined, { signal }).catch(() => {})
    }
    await readStream()
  }
  return { timeline, ended: follow() }
}

import type { LoadTest } from '@video-forge/contract/admin/admin-system'
import { isActive, type JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The results of a load test. A job is lost if it was acknowledged and does not exist, duplicated if it was completed twice. */
export async function summarizeLoadTest(db: Db, ids: readonly string[]): Promise<LoadTest> {
  const jobIds = [...new Set(ids)]
  const { rows } = await sql<{
    status: JobStatus
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    completions: string
  }>`
    select status, created_at, started_at, finished_at,
      (select count(*) from job_events where job_id = jobs.id and kind = 'status' and status = 'COMPLETED') as completions
    from jobs where id = any(${jobIds}::uuid[])`.execute(db)
  const running = rows.filter(({ status }) => isActive(status)).length
  const seconds = rows
    .flatMap(({ status, started_at, finished_at }) =>
      status === 'COMPLETED' && started_at && finished_at ? [secondsBetween(started_at, finished_at)] : [],
    )
    .sort((a, b) => a - b)
  const finished = running === 0
  const ends = rows.flatMap(({ finished_at }) => finished_at ?? [])
  return {
    jobs: jobIds.length,
    completed: rows.filter(({ status }) => status === 'COMPLETED').length,
    failed: rows.filter(({ status }) => status === 'FAILED' || status === 'CANCELLED').length,
    running,
    lost: jobIds.length - rows.length,
    duplicated: rows.filter(({ completions }) => Number(completions) > 1).length,
    finished,
    secondsPerJob:
      seconds.length === 0
        ? null
        : { median: seconds[Math.floor(seconds.length / 2)] ?? 0, longest: seconds.at(-1) ?? 0, mean: mean(seconds) },
    totalSeconds: finished && ends.length > 0 ? secondsBetween(earliest(rows.map(({ created_at }) => created_at)), latest(ends)) : null,
  }
}

const secondsBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 10) / 100
const mean = (values: number[]): number => Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100
const earliest = (dates: Date[]): Date => new Date(Math.min(...dates.map(Number)))
const latest = (dates: Date[]): Date => new Date(Math.max(...dates.map(Number)))

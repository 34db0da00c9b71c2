import type { LoadTest } from '@video-forge/contract/admin/admin-system'
import { isActive, type JobStatus } from '@video-forge/contract/rules/job-lifecycle'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** What became of a load test's jobs. Lost is what was acknowledged and is not there; duplicated is what was finished twice. */
export async function judgeLoadTest(db: Db, ids: readonly string[]): Promise<LoadTest> {
  const asked = [...new Set(ids)]
  const { rows } = await sql<{ status: JobStatus; created_at: Date; started_at: Date | null; finished_at: Date | null; endings: string }>`
    select status, created_at, started_at, finished_at,
      (select count(*) from job_events where job_id = jobs.id and kind = 'status' and status = 'COMPLETED') as endings
    from jobs where id = any(${asked}::uuid[])`.execute(db)
  const running = rows.filter(({ status }) => isActive(status)).length
  const seconds = rows
    .flatMap(({ status, started_at, finished_at }) =>
      status === 'COMPLETED' && started_at && finished_at ? [secondsBetween(started_at, finished_at)] : [],
    )
    .sort((a, b) => a - b)
  const finished = running === 0
  const ends = rows.flatMap(({ finished_at }) => finished_at ?? [])
  return {
    jobs: asked.length,
    completed: rows.filter(({ status }) => status === 'COMPLETED').length,
    failed: rows.filter(({ status }) => status === 'FAILED' || status === 'CANCELLED').length,
    running,
    lost: asked.length - rows.length,
    duplicated: rows.filter(({ endings }) => Number(endings) > 1).length,
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

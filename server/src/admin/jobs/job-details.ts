import type { AdminJob, JobDetails } from '@video-forge/contract/admin/admin-jobs'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import { aliveAfter } from '../../platform/database/alive-workers.ts'
import type { Db } from '../../platform/database/database.ts'

/** The newest events are the useful ones; a job that was retried for weeks has thousands. */
const maxEvents = 200

/** One job with its plan, worker, timeline and log. */
export async function readJobDetails(db: Db, job: AdminJob): Promise<JobDetails> {
  const [row, { rows: workers }, events] = await Promise.all([
    db.selectFrom('jobs').select(['plan', 'started_at', 'finished_at']).where('id', '=', job.id).executeTakeFirst(),
    sql<{ name: string }>`
      select host || ' (process ' || pid || ')' as name from workers
      where ${job.id}::uuid = any(jobs) and seen_at > ${aliveAfter}`.execute(db),
    db.selectFrom('job_events').selectAll().where('job_id', '=', job.id).orderBy('id', 'desc').limit(maxEvents).execute(),
  ])
  events.reverse()
  const stages = events.filter(({ kind }) => kind !== 'note')
  return {
    job,
    plan: row?.plan ?? null,
    startedAt: row?.started_at?.toISOString() ?? null,
    finishedAt: row?.finished_at?.toISOString() ?? null,
    worker: isActive(job.status) ? (workers[0]?.name ?? null) : null,
    timeline: stages.map(({ at, attempt, status, stage }, index) => {
      const next = stages[index + 1]
      return { at: at.toISOString(), attempt, status, stage, seconds: next ? secondsBetween(at, next.at) : null }
    }),
    log: events.flatMap(({ at, attempt, note }) => (note ? [{ at: at.toISOString(), attempt, line: note }] : [])),
  }
}

const secondsBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 10) / 100)

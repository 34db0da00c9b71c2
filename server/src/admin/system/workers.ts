import { availableParallelism, hostname, loadavg } from 'node:os'
import type { Worker } from '@video-forge/contract/admin/admin-system'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import { aliveAfter } from '../../platform/database/alive-workers.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { StoredSpeech } from '../../platform/database/tables/site-tables.ts'
import { diskSpace } from '../../platform/disk-space.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'

const deletedAfter = sql<Date>`now() - interval '1 day'`

interface HeartbeatDeps {
  db: Db
  role: string
  concurrency: number
  dataDir: string
  /** What this process can recognise; null if it makes no automatic captions. */
  readSpeech: () => StoredSpeech | null
}

/** Publishes the jobs, load and free disk space of this process. */
export function createHeartbeat({ db, role, concurrency, dataDir, readSpeech }: HeartbeatDeps) {
  const id = newId()
  const started_at = new Date()
  const running = new Set<string>()

  const sendHeartbeat = async (): Promise<void> => {
    const disk = await diskSpace(dataDir)
    const speech = readSpeech()
    const now = {
      // The work id of a part begins with the id of its job.
      jobs: [...new Set([...running].map((work) => work.split('.', 1)[0] ?? work))],
      load: loadavg()[0] ?? 0,
      disk_free: disk?.free ?? null,
      disk_total: disk?.total ?? null,
      speech: speech && JSON.stringify(speech),
      seen_at: sql<Date>`now()`,
    }
    await db
      .insertInto('workers')
      .values({ id, host: hostname(), pid: process.pid, role, concurrency, cores: availableParallelism(), started_at, ...now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
      .execute()
  }

  return {
    /** Wraps a work handler, so that the heartbeat lists what is running. */
    watching:
      (handler: (id: string, signal: AbortSignal) => Promise<void>) =>
      async (jobId: string, signal: AbortSignal): Promise<void> => {
        running.add(jobId)
        try {
          await handler(jobId, signal)
        } finally {
          running.delete(jobId)
        }
      },

    task: {
      name: 'send the heartbeat of this worker',
      run: async () => {
        await sendHeartbeat()
        return false
      },
    },

    /** Removes this worker at once, instead of after missed heartbeats. */
    async leave(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },
  }
}

export const forgetWorkersTask = (db: Db): Task => ({
  name: 'delete workers without a heartbeat for a day',
  needsLease: true,
  run: async () => {
    await db.deleteFrom('workers').where('seen_at', '<', deletedAfter).execute()
    return false
  },
})

/** The running workers with their jobs. */
export async function listWorkers(db: Db): Promise<Worker[]> {
  const workers = await db.selectFrom('workers').selectAll().where('seen_at', '>', aliveAfter).orderBy('started_at').execute()
  const ids = workers.flatMap(({ jobs }) => jobs)
  const { rows } = await sql<{ id: string; title: string; status: JobStatus; progress: number; stage: string | null }>`
    select jobs.id, videos.title, jobs.status, jobs.progress, jobs.stage from jobs join videos on videos.id = jobs.id
    where jobs.id = any(${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return workers.map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    role: row.role,
    concurrency: row.concurrency,
    jobs: row.jobs.flatMap((id) => byId.get(id) ?? []),
    load: Math.round(row.load * 100) / 100,
    cores: row.cores,
    diskFree: row.disk_free === null ? null : Number(row.disk_free),
    diskTotal: row.disk_total === null ? null : Number(row.disk_total),
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }))
}

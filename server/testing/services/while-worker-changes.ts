import { Client } from 'pg'
import { expect, vi } from 'vitest'

/**
 * What a call answers that meets a worker in the middle of a transaction: the worker has locked the job, and locks its video when the call
 * already waits.
 */
export async function whileWorkerChanges<Answer>(databaseUrl: string, jobId: string, call: () => Promise<Answer>): Promise<Answer> {
  const worker = new Client({ connectionString: databaseUrl })
  await worker.connect()
  try {
    await worker.query('begin')
    await worker.query('update jobs set queued_at = clock_timestamp() where id = $1', [jobId])
    let isAnswered = false
    const answer = call().finally(() => (isAnswered = true))
    await vi.waitFor(
      async () => {
        const { rows } = await worker.query('select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))')
        // An answer that waited for nothing is for the caller to judge.
        if (!isAnswered) expect(rows).not.toEqual([])
      },
      { timeout: 60_000, interval: 50 },
    )
    await worker.query('update videos set updated_at = clock_timestamp() where id = $1', [jobId])
    await worker.query('commit')
    return await answer
  } finally {
    await worker.end()
  }
}

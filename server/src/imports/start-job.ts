import { setTimeout as wait } from 'node:timers/promises'
import { JobLimitReached } from '../platform/tasks/job-limit-reached.ts'
import type { ImportDeps } from './import-deps.ts'

const lookAgainMs = 2000

/**
 * Starts the job of a video. A person with a limit of active jobs waits for their own jobs: the rest of the import comes after them. The item
 * waits here, because done again it would ask its source again.
 */
export async function startJobInTurn(
  deps: ImportDeps,
  userId: string,
  job: Parameters<ImportDeps['startJob']>[1],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await deps.startJob(userId, job)
    } catch (error) {
      if (!(error instanceof JobLimitReached)) throw error
      await wait(lookAgainMs, undefined, { signal })
    }
  }
}

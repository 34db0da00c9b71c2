/**
 * Distributes work to workers. The queue carries only ids, and the row with that id is the truth: losing the whole queue loses nothing (see
 * jobs/reconcile.ts), and an id may come twice or after its job has ended. A handler must check the row first.
 */
export interface Queue {
  /** Adding an id that is waiting or running changes nothing. A lower turn comes first. */
  add(id: string, turn?: number): Promise<void>
  /** Removes a waiting id; a running one stays. */
  remove(id: string): Promise<void>
  counts(): Promise<{ waiting: number; active: number }>
  work(handler: WorkHandler, options: { concurrency: number }): Promise<QueueWorker>
  /** Rejects when the queue can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * The signal is aborted at shutdown, or when the lease was lost and another worker may have the id. A handler that rejects after that hands
 * its id back; one that rejects before leaves it to the reconciler.
 */
export type WorkHandler = (id: string, signal: AbortSignal) => Promise<void>

export interface QueueWorker {
  /** Starts nothing new, lets running work finish for `graceMs`, then aborts it and hands it back to the queue. */
  close(graceMs: number): Promise<void>
}

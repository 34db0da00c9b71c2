/**
 * Who works on what, and when. The queue only carries ids: the row under that id is the truth, so losing the whole queue
 * loses nothing (see jobs/reconcile), and an id may come twice or after its row is finished. A handler must look at the
 * row first.
 */
export interface Queue {
  /** Adding an id that is already waiting or being worked on changes nothing. A lower turn comes first. */
  add(id: string, turn?: number): Promise<void>
  /** Takes a waiting id out; one that is being worked on stays. */
  remove(id: string): Promise<void>
  counts(): Promise<{ waiting: number; active: number }>
  work(handler: WorkHandler, options: { concurrency: number }): Promise<QueueWorker>
  /** Rejects when the queue can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * The signal is aborted when the work is no longer ours: at shutdown, or because the lease was lost and another worker may
 * have it. A handler that rejects after that hands its id back; one that rejects otherwise gives it up to the reconciler.
 */
export type WorkHandler = (id: string, signal: AbortSignal) => Promise<void>

export interface QueueWorker {
  /** Takes nothing new, gives what runs `graceMs` to finish, then aborts it and hands it back to the queue. */
  close(graceMs: number): Promise<void>
}

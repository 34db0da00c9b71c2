import type { Reads } from './reads.ts'
import type { Subscribers } from './subscribers.ts'

const intervalMs = 5000
const maxSent = 50

/**
 * When a job starts, every job behind it moves up. The new positions are sent in intervals, and not for each job each time.
 */
export class QueuePositions {
  readonly #reads: Reads
  readonly #subscribers: Subscribers
  #sent = new Map<string, number>()
  #readAt = 0
  /** Something has changed since the queue was last read. */
  hasChanged = true

  constructor(reads: Reads, subscribers: Subscribers) {
    this.#reads = reads
    this.#subscribers = subscribers
  }

  /** The jobs whose position is not the last one sent. */
  async findMoved(): Promise<{ jobId: string; userId: string }[]> {
    const now = Date.now()
    if (!this.hasChanged || now - this.#readAt < intervalMs) return []
    this.#readAt = now
    this.hasChanged = false
    const queue = (await this.#reads.queue())
      .map((job, position) => ({ ...job, position }))
      .filter(({ userId }) => this.#subscribers.isSubscribed(userId))
    const moved = queue.filter(({ jobId, position }) => this.#sent.get(jobId) !== position)
    this.#sent = new Map(queue.map(({ jobId, position }) => [jobId, position]))
    return moved.slice(0, maxSent)
  }

  noteSent(jobId: string, position: number): void {
    this.#sent.set(jobId, position)
  }

  reset(): void {
    this.#sent.clear()
  }
}

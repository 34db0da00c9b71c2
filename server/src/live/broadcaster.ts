import { eventText } from './event-text.ts'
import { QueuePositions } from './queue-positions.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { Reads } from './reads.ts'
import { readSnapshots } from './snapshot.ts'
import type { Subscriber } from './subscriber.ts'
import type { Subscribers } from './subscribers.ts'
import { SystemStatsReader } from './system-stats.ts'

const maxNewSubscribers = 250
const maxPerSlice = 100

/**
 * Sends events in rounds: read the changes, send them, then send snapshots to new subscribers. Each event is serialized once for all
 * its subscribers.
 *
 * The id of an event means "everything before this transaction was sent". A stream may break between two events of a round, so
 * events carry the id of the previous round, and may be sent twice.
 */
export class Broadcaster {
  readonly #reads: Reads
  readonly #subscribers: Subscribers
  readonly #rateLimiter = createRateLimiter()
  readonly #newSubscribers = new Set<Subscriber>()
  readonly #positions: QueuePositions
  readonly #stats: SystemStatsReader
  #since: bigint | undefined
  #sentUpTo = 0n
  #mustRecheckSessions = false

  constructor(reads: Reads, subscribers: Subscribers, maxConcurrent: number) {
    this.#reads = reads
    this.#subscribers = subscribers
    this.#positions = new QueuePositions(reads, subscribers)
    this.#stats = new SystemStatsReader(reads, maxConcurrent)
  }

  /** The subscriber gets a snapshot in the next round, and then every change. */
  subscribe(subscriber: Subscriber): void {
    this.#newSubscribers.add(subscriber)
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#newSubscribers.delete(subscriber)
  }

  /** Notices may have been missed, so the next round checks every session. */
  recheckSessions(): void {
    this.#mustRecheckSessions = true
  }

  /** Returns the milliseconds until the next round is due; undefined if nothing waits for one. */
  async round(): Promise<number | undefined> {
    if (this.#mustRecheckSessions) {
      this.#mustRecheckSessions = false
      await this.#checkSessions([...this.#subscribers.all]).catch((error) => {
        this.#mustRecheckSessions = true
        throw error
      })
    }
    await this.#sendChanges()
    const stats = await this.#stats.readChange()
    if (stats) this.#sendToAll(eventText(this.#sentUpTo, 'system_stats', stats))
    await this.#sendSnapshots()
    return this.#newSubscribers.size > 0 ? 0 : this.#rateLimiter.msToNext(Date.now())
  }

  reset(): void {
    this.#rateLimiter.reset()
    this.#newSubscribers.clear()
    this.#positions.reset()
    this.#stats.reset()
    this.#since = undefined
  }

  async #sendChanges(): Promise<void> {
    this.#since ??= await this.#reads.horizon()
    const { horizon, changes } = await this.#reads.changesSince(this.#since)
    this.#since = horizon
    if (changes.length > 0) {
      this.#positions.hasChanged = true
      this.#stats.hasChanged = true
    }
    this.#rateLimiter.note(
      changes.filter(({ userId }) => this.#subscribers.isSubscribed(userId)),
      horizon,
    )
    for (const { jobId, userId } of await this.#positions.findMoved()) this.#rateLimiter.resend(jobId, userId, horizon)
    const due = this.#rateLimiter.take(Date.now())
    const jobs = await this.#reads.describe(due.map(({ jobId }) => jobId))
    for (const { jobId, userId } of due) {
      const job = jobs.get(jobId)
      if (job && job.queue_position !== null) this.#positions.noteSent(jobId, job.queue_position)
      const id = this.#sentUpTo
      this.#send(this.#subscribers.of(userId), job ? eventText(id, 'job_update', job) : eventText(id, 'job_removed', { jobId }))
    }
    this.#sentUpTo = this.#rateLimiter.sentUpToOf(horizon)
  }

  async #sendSnapshots(): Promise<void> {
    const batch = [...this.#newSubscribers].slice(0, maxNewSubscribers)
    const stats = this.#stats.current
    if (batch.length === 0 || !stats) return
    const admitted = await this.#checkSessions(batch)
    const snapshotOf = await readSnapshots(this.#reads, admitted, this.#sentUpTo, eventText(this.#sentUpTo, 'system_stats', stats))
    for (const subscriber of admitted) subscriber.sendSnapshot(snapshotOf(subscriber))
    for (const subscriber of batch) this.#newSubscribers.delete(subscriber)
  }

  /** Ends the streams of ended sessions, and returns the others. */
  async #checkSessions(targets: readonly Subscriber[]): Promise<Subscriber[]> {
    const open = await this.#reads.openSessions([...new Set(targets.map(({ sessionId }) => sessionId))])
    return targets.filter((subscriber) => {
      const groups = open.get(subscriber.sessionId)
      if (groups && this.#subscribers.all.has(subscriber)) this.#subscribers.setAdmin(subscriber, groups.includes('admin'))
      if (!groups) subscriber.end()
      return groups !== undefined
    })
  }

  #send(targets: Iterable<Subscriber>, text: string): void {
    const chunk = Buffer.from(text)
    const now = Date.now()
    for (const subscriber of targets) subscriber.send(chunk, now, this.#sentUpTo, (caughtUp) => this.subscribe(caughtUp))
  }

  /** In slices: thousands of writes at once would delay the events of a few. */
  #sendToAll(text: string): void {
    const chunk = Buffer.from(text)
    const since = this.#sentUpTo
    const targets = this.#subscribers.all.values()
    const sendSlice = () => {
      const now = Date.now()
      for (let count = 0; count < maxPerSlice; count += 1) {
        const { value: subscriber, done } = targets.next()
        if (done) return
        subscriber.send(chunk, now, since, (caughtUp) => this.subscribe(caughtUp))
      }
      setImmediate(sendSlice)
    }
    sendSlice()
  }
}

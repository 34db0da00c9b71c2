import type { Caller, OpenAnswer } from '../http/api/handlers.ts'
import { heartbeat } from './event-text.ts'

/** Unsent bytes above which a subscriber counts as slow: a few hundred events. */
const maxPendingBytes = 64 * 1024
/** A slow subscriber that reads nothing for this long is disconnected. */
const maxSlowMs = 30_000

/**
 * One open stream. It is ready once it has received its snapshot, and then gets every change. A slow subscriber gets nothing until it
 * has read everything that was sent, and then a new snapshot: memory stays bounded, and no change is missed.
 */
export class Subscriber {
  readonly userId: string
  readonly sessionId: string
  readonly expiresAt: number
  isAdmin = false
  isReady = false
  /** While not ready: everything before this transaction has been sent; undefined for a new subscriber. */
  since: bigint | undefined
  #slowSince: number | undefined
  readonly #answer: OpenAnswer

  constructor({ userId, sessionId, expiresAt }: Caller, since: bigint | undefined, answer: OpenAnswer) {
    this.userId = userId
    this.sessionId = sessionId
    this.expiresAt = expiresAt
    this.since = since
    this.#answer = answer
  }

  sendSnapshot(snapshot: Buffer): void {
    this.#answer.write(snapshot)
    this.isReady = true
  }

  /** Sends, unless the subscriber is too slow; `since` is then the start of its next snapshot. */
  send(chunk: Buffer, now: number, since: bigint, onCaughtUp: (subscriber: Subscriber) => void): void {
    if (!this.isReady) return
    if (this.#answer.pending() <= maxPendingBytes) {
      this.#answer.write(chunk)
      return
    }
    this.isReady = false
    this.since = since
    this.#slowSince = now
    this.#answer.onDrain(() => {
      this.#slowSince = undefined
      onCaughtUp(this)
    })
  }

  sendHeartbeat(): void {
    if (this.isReady && this.#answer.pending() === 0) this.#answer.write(heartbeat)
  }

  isOver(now: number): boolean {
    return now >= this.expiresAt || (this.#slowSince !== undefined && now - this.#slowSince > maxSlowMs)
  }

  end(): void {
    this.#answer.end()
  }
}

import type { Caller, OpenAnswer } from '../http/api/handlers.ts'
import { heartbeat } from './event-text.ts'

/** What may lie unread before a listener counts as slow: a few hundred events. */
const mostPending = 64 * 1024
/** A slow one that takes nothing for this long is gone. */
const patienceMs = 30_000

/**
 * One open stream. It is ready once it has got its snapshot, and then hears of every change. One that doesn't keep up is told
 * nothing until it has taken what it was sent, and then gets a snapshot again: memory is bounded, and nothing is missed.
 */
export class Subscriber {
  readonly userId: string
  readonly sessionId: string
  readonly expiresAt: number
  isAdmin = false
  isReady = false
  /** While not ready: everything before this transaction has been told; undefined for somebody who is new. */
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

  /** Tells, or finds the listener too far behind; `since` is then where its next snapshot begins. */
  send(chunk: Buffer, now: number, since: bigint, onCaughtUp: (subscriber: Subscriber) => void): void {
    if (!this.isReady) return
    if (this.#answer.pending() <= mostPending) {
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

  beat(): void {
    if (this.isReady && this.#answer.pending() === 0) this.#answer.write(heartbeat)
  }

  isOver(now: number): boolean {
    return now >= this.expiresAt || (this.#slowSince !== undefined && now - this.#slowSince > patienceMs)
  }

  end(): void {
    this.#answer.end()
  }
}

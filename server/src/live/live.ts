import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { Logger } from 'pino'
import type { StreamHandler } from '../http/api/handlers.ts'
import type { PostgresConnection } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/database.ts'
import { type Subscription, subscribeTo } from '../platform/database/notifications.ts'
import { startTicker, type Ticker } from '../platform/schedule/ticker.ts'
import { Broadcaster } from './broadcaster.ts'
import { parseEventId, retryText } from './event-text.ts'
import { createReads } from './reads.ts'
import { Subscriber } from './subscriber.ts'
import { createSubscribers } from './subscribers.ts'

interface LiveDeps {
  db: Db
  connection: PostgresConnection
  /** How many jobs one worker runs at once, as shown to people. */
  maxConcurrent: number
  log: Logger
}

export interface Live {
  stream: StreamHandler
  /** Ends every stream at once. */
  stop(): Promise<void>
}

const tick = {
  everyMs: 1000,
  /** Heartbeats are spread over this many ticks, so that thousands are not sent at once. */
  perHeartbeat: 10,
} as const
const round = { minMs: 50, retryMs: 500 } as const
/** After this time without the database the streams end, so that browsers poll instead of waiting for events. */
const maxDisconnectedMs = 5000
const maxPerUser = 100

export function createLive(deps: LiveDeps): Live {
  const events = new LiveEvents(deps)
  return {
    stream: (input) => events.open(input),
    stop: () => events.stop(),
  }
}

/**
 * The live events of one process. Database triggers send a notice when something changes; this process listens on one connection,
 * reads the changes in rounds, and sends them to the subscribers that may see them. Rounds never overlap, so that nobody receives an
 * older state after a newer one. Processes share only the database.
 */
class LiveEvents {
  readonly #deps: LiveDeps
  readonly #subscribers = createSubscribers()
  readonly #broadcaster: Broadcaster
  #subscription: Subscription | undefined
  #ticker: Ticker | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isRoundRequested = false
  #lastRoundAt = 0
  #lastSuccessAt = 0
  #isDisconnected = true
  #ticks = 0
  #isStopped = false

  constructor(deps: LiveDeps) {
    this.#deps = deps
    this.#broadcaster = new Broadcaster(createReads(deps.db), this.#subscribers, deps.maxConcurrent)
  }

  open({ caller, lastEventId, open }: Parameters<StreamHandler>[0]): void {
    if (this.#isStopped) throw new Failure('UNAVAILABLE', 'The server is stopping. Please try again in a moment.', { retryAfter: 5 })
    if (this.#subscribers.countOf(caller.userId) >= maxPerUser) {
      throw new Failure('TOO_MANY_REQUESTS', 'Too many pages are open. Please close some of them.', { retryAfter: 60 })
    }
    const answer = open()
    const subscriber = new Subscriber(caller, parseEventId(lastEventId), answer)
    answer.write(Buffer.from(retryText(limits.liveReconnectSeconds)))
    answer.onClose(() => {
      this.#subscribers.remove(subscriber)
      this.#broadcaster.unsubscribe(subscriber)
    })
    this.#subscribers.add(subscriber)
    this.#broadcaster.subscribe(subscriber)
    this.#startListening()
    if (!this.#isDisconnected) this.#requestRound()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endStreams(() => true)
    await this.#stopListening()
    await this.#running
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#runRound(), Math.max(delayMs, this.#lastRoundAt + round.minMs - Date.now(), 0))
  }

  #requestRound(): void {
    this.#isRoundRequested = true
    if (!this.#running) this.#schedule(0)
  }

  #runRound(): void {
    this.#lastRoundAt = Date.now()
    this.#isRoundRequested = false
    this.#running = this.#broadcaster
      .round()
      .then((next) => {
        if (!this.#isDisconnected) this.#lastSuccessAt = Date.now()
        return next
      })
      .catch((error) => {
        this.#deps.log.warn({ err: error }, 'live events could not be read, retrying')
        return round.retryMs
      })
      .then((next) => {
        this.#running = undefined
        if (this.#subscribers.size() === 0) return
        if (this.#isRoundRequested) this.#schedule(0)
        else if (next !== undefined) this.#schedule(next)
      })
  }

  #endStreams(isIncluded: (subscriber: Subscriber) => boolean): void {
    for (const subscriber of this.#subscribers.all) if (isIncluded(subscriber)) subscriber.end()
  }

  #onNotice(payload: string): void {
    const [kind, id] = payload.split(' ')
    if (kind === 'session') this.#endStreams(({ sessionId }) => sessionId === id)
    else if (kind === 'user') this.#endStreams(({ userId }) => userId === id)
    else this.#requestRound()
  }

  #tick(): void {
    const now = Date.now()
    this.#ticks += 1
    if (this.#subscribers.size() === 0) return void this.#stopListening()
    if (now - this.#lastSuccessAt > maxDisconnectedMs) this.#endStreams(() => true)
    let index = 0
    for (const subscriber of this.#subscribers.all) {
      index += 1
      if (subscriber.isOver(now)) subscriber.end()
      else if (index % tick.perHeartbeat === this.#ticks % tick.perHeartbeat) subscriber.sendHeartbeat()
    }
    // Counts and queue positions change without a notice; they limit themselves to a low rate.
    this.#requestRound()
  }

  #startListening(): void {
    if (this.#subscription) return
    this.#lastSuccessAt = Date.now()
    this.#ticker = startTicker(tick.everyMs, () => this.#tick())
    const reactions = {
      onOpen: () => {
        this.#isDisconnected = false
        this.#broadcaster.recheckSessions()
        this.#requestRound()
      },
      onNotice: (payload: string) => this.#onNotice(payload),
      onLost: () => {
        this.#isDisconnected = true
      },
    }
    this.#subscription = subscribeTo(this.#deps.connection, 'live', reactions, this.#deps.log)
  }

  /** Without subscribers no connection is held. */
  async #stopListening(): Promise<void> {
    void this.#ticker?.stop()
    clearTimeout(this.#timer)
    const closing = this.#subscription?.stop()
    this.#subscription = undefined
    this.#isDisconnected = true
    this.#broadcaster.reset()
    await closing
  }
}

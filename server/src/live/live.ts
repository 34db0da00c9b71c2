import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { Logger } from 'pino'
import type { StreamHandler } from '../http/api/handlers.ts'
import type { PostgresConnection } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/database.ts'
import { type Subscription, subscribeTo } from '../platform/database/notifications.ts'
import { startTicker, type Ticker } from '../platform/schedule/ticker.ts'
import { createBroadcaster } from './broadcaster.ts'
import { parseEventId, retryText } from './event-text.ts'
import { createReads } from './read-changes.ts'
import { Subscriber } from './subscriber.ts'
import { createSubscribers } from './subscribers.ts'

interface LiveDeps {
  db: Db
  connection: PostgresConnection
  /** How many jobs one worker takes at once, as people are told. */
  maxConcurrent: number
  log: Logger
}

export interface Live {
  stream: StreamHandler
  /** Ends every stream at once. */
  stop(): Promise<void>
}

const tickMs = 1000
/** Each listener gets its heartbeat in one of these ticks, so that thousands don't get theirs at once. */
const heartbeatEveryTicks = 10
const roundEveryMs = 50
const retryMs = 500
/** Without the database for so long, a stream would only pretend to be live: its end makes the browser ask by itself. */
const maxDisconnectedMs = 5000
const maxPerUser = 100

/**
 * The live events of one process. Triggers in the database say that something changed; this process listens with one
 * connection, looks what it was in rounds that never overlap, and tells those who may know. Rounds one after the other are
 * why nobody ever hears an older state after a newer one. Nothing is shared between processes but the database.
 */
export function createLive({ db, connection, maxConcurrent, log }: LiveDeps): Live {
  const subscribers = createSubscribers()
  const broadcaster = createBroadcaster(createReads(db), subscribers, maxConcurrent)
  let subscription: Subscription | undefined
  let ticker: Ticker | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let lastRound = 0
  let lastGood = 0
  let isDisconnected = true
  let ticks = 0
  let stopped = false

  const schedule = (inMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void round(), Math.max(inMs, lastRound + roundEveryMs - Date.now(), 0))
  }

  const wake = () => {
    isWanted = true
    if (!running) schedule(0)
  }

  const round = () => {
    lastRound = Date.now()
    isWanted = false
    running = broadcaster
      .round()
      .then((next) => {
        if (!isDisconnected) lastGood = Date.now()
        return next
      })
      .catch((error) => {
        log.warn({ err: error }, 'live events could not be read; it is tried again')
        return retryMs
      })
      .then((next) => {
        running = undefined
        if (subscribers.size() === 0) return
        if (isWanted) schedule(0)
        else if (next !== undefined) schedule(next)
      })
    return running
  }

  const endStreams = (isMeant: (subscriber: Subscriber) => boolean) => {
    for (const subscriber of subscribers.all) if (isMeant(subscriber)) subscriber.end()
  }

  const onNotice = (payload: string) => {
    const [what, id] = payload.split(' ')
    if (what === 'session') endStreams(({ sessionId }) => sessionId === id)
    else if (what === 'user') endStreams(({ userId }) => userId === id)
    else wake()
  }

  const tick = () => {
    const now = Date.now()
    ticks += 1
    if (subscribers.size() === 0) {
      void stopListening()
      return
    }
    if (now - lastGood > maxDisconnectedMs) endStreams(() => true)
    let index = 0
    for (const subscriber of subscribers.all) {
      index += 1
      if (subscriber.isOver(now)) subscriber.end()
      else if (index % heartbeatEveryTicks === ticks % heartbeatEveryTicks) subscriber.beat()
    }
    // Also what no notice came for: the counts and the line are looked at again at their own, low rate.
    wake()
  }

  const startListening = () => {
    if (subscription) return
    lastGood = Date.now()
    ticker = startTicker(tickMs, tick)
    subscription = subscribeTo(
      connection,
      'live',
      {
        onOpen: () => {
          isDisconnected = false
          broadcaster.recheckSessions()
          wake()
        },
        onNotice: onNotice,
        onLost: () => {
          isDisconnected = true
        },
      },
      log,
    )
  }

  /** A quiet product holds no connection for nobody. */
  const stopListening = () => {
    void ticker?.stop()
    clearTimeout(timer)
    const closing = subscription?.stop()
    subscription = undefined
    isDisconnected = true
    broadcaster.reset()
    return closing
  }

  return {
    stream({ caller, lastEventId, open }) {
      if (stopped) throw new Failure('UNAVAILABLE', 'The service is stopping. Please try again in a moment.', { retryAfter: 5 })
      if (subscribers.countOf(caller.userId) >= maxPerUser) {
        throw new Failure('TOO_MANY_REQUESTS', 'Too many pages are open. Close some of them.', { retryAfter: 60 })
      }
      const answer = open()
      const subscriber = new Subscriber(caller, parseEventId(lastEventId), answer)
      answer.write(Buffer.from(retryText(limits.liveReconnectSeconds)))
      answer.onClose(() => {
        subscribers.remove(subscriber)
        broadcaster.unsubscribe(subscriber)
      })
      subscribers.add(subscriber)
      broadcaster.subscribe(subscriber)
      startListening()
      if (!isDisconnected) wake()
    },

    async stop() {
      stopped = true
      endStreams(() => true)
      await stopListening()
      await running
    },
  }
}

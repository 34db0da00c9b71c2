import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/limits'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { StreamHandler } from '../http/handlers.ts'
import type { PostgresConnection } from '../platform/database/connection.ts'
import type { Db } from '../platform/database/database.ts'
import { type Ear, listenTo } from '../platform/database/notifications.ts'
import { createAudience } from './audience.ts'
import { parseEventId, retryText } from './event-text.ts'
import { Listener } from './listener.ts'
import { createReads } from './read-changes.ts'
import { createTeller } from './teller.ts'

interface LiveParts {
  db: Db
  connection: PostgresConnection
  /** How many jobs one worker takes at once, as people are told. */
  maxConcurrent: number
  log: Logger
}

export interface Live {
  stream: StreamHandler
  /** Forgets jobs that were deleted long ago; nobody is away for so long and still counts on hearing of it. */
  sweep(): Promise<void>
  /** Ends every stream at once. */
  stop(): Promise<void>
}

const tickMs = 1000
/** Each listener gets its heartbeat in one of these ticks, so that thousands don't get theirs at once. */
const beatEveryTicks = 10
const roundEveryMs = 50
const retryMs = 500
/** Without the database for so long, a stream would only pretend to be live: its end makes the browser ask by itself. */
const deafMs = 5000
const mostPerUser = 100

/**
 * The live events of one process. Triggers in the database say that something changed; this process listens with one
 * connection, looks what it was in rounds that never overlap, and tells those who may know. Rounds one after the other are
 * why nobody ever hears an older state after a newer one. Nothing is shared between processes but the database.
 */
export function createLive({ db, connection, maxConcurrent, log }: LiveParts): Live {
  const audience = createAudience()
  const teller = createTeller(createReads(db), audience, maxConcurrent)
  let ear: Ear | undefined
  let ticker: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let lastRound = 0
  let lastGood = 0
  let isDeaf = true
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
    running = teller
      .round()
      .then((next) => {
        if (!isDeaf) lastGood = Date.now()
        return next
      })
      .catch((error) => {
        log.warn({ err: error }, 'live events could not be read; it is tried again')
        return retryMs
      })
      .then((next) => {
        running = undefined
        if (audience.size() === 0) return
        if (isWanted) schedule(0)
        else if (next !== undefined) schedule(next)
      })
    return running
  }

  const endWhere = (isMeant: (listener: Listener) => boolean) => {
    for (const listener of audience.all) if (isMeant(listener)) listener.end()
  }

  const hear = (payload: string) => {
    const [what, id] = payload.split(' ')
    if (what === 'session') endWhere(({ sessionId }) => sessionId === id)
    else if (what === 'user') endWhere(({ userId }) => userId === id)
    else wake()
  }

  const tick = () => {
    const now = Date.now()
    ticks += 1
    if (audience.size() === 0) return quieten()
    if (now - lastGood > deafMs) endWhere(() => true)
    let index = 0
    for (const listener of audience.all) {
      index += 1
      if (listener.isOver(now)) listener.end()
      else if (index % beatEveryTicks === ticks % beatEveryTicks) listener.beat()
    }
    // Also what no notice came for: the counts and the line are looked at again at their own, low rate.
    wake()
  }

  const attend = () => {
    if (ear) return
    lastGood = Date.now()
    ticker = setInterval(tick, tickMs)
    ear = listenTo(
      connection,
      'live',
      {
        onOpen: () => {
          isDeaf = false
          teller.doubtSessions()
          wake()
        },
        onNotice: hear,
        onLost: () => {
          isDeaf = true
        },
      },
      log,
    )
  }

  /** A quiet product holds no connection for nobody. */
  const quieten = () => {
    clearInterval(ticker)
    clearTimeout(timer)
    const closing = ear?.stop()
    ear = undefined
    isDeaf = true
    teller.forget()
    return closing
  }

  return {
    stream({ caller, lastEventId, open }) {
      if (stopped) throw new Failure('UNAVAILABLE', 'The service is stopping. Please try again in a moment.', { retryAfter: 5 })
      if (audience.countOf(caller.userId) >= mostPerUser) {
        throw new Failure('TOO_MANY_REQUESTS', 'Too many pages are open. Close some of them.', { retryAfter: 60 })
      }
      const answer = open()
      const listener = new Listener(caller, parseEventId(lastEventId), answer)
      answer.write(Buffer.from(retryText(limits.liveReconnectSeconds)))
      answer.onClose(() => {
        audience.remove(listener)
        teller.dismiss(listener)
      })
      audience.add(listener)
      teller.welcome(listener)
      attend()
      if (!isDeaf) wake()
    },

    async sweep() {
      await sql`delete from job_changes where removed_at < now() - interval '1 day'`.execute(db)
    },

    async stop() {
      stopped = true
      endWhere(() => true)
      await quieten()
      await running
    },
  }
}

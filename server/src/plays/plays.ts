import type { Input } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Logger } from 'pino'
import type { Caller, Handlers, RequestFacts } from '../http/api/handlers.ts'
import type { Cache } from '../platform/cache/cache.ts'
import type { Db } from '../platform/database/database.ts'
import type { PlayedFile } from '../platform/media-address.ts'
import { limitReports, type PlayedVideo, recordReport, senderOf } from './counting/record-report.ts'
import { createSalts } from './counting/salts.ts'
import { createSessions } from './counting/sessions.ts'
import { isRobot } from './counting/user-agents.ts'
import { today } from './reading/period-days.ts'
import { readServed } from './reading/read-served.ts'
import { readStatistics } from './reading/read-statistics.ts'
import { createPlayStore } from './storing/play-store.ts'

type PlayKeys =
  | 'POST /gallery/videos/{id}/plays'
  | 'GET /gallery/videos/{id}/statistics'
  | 'GET /account/statistics'
  | 'GET /admin/statistics'

/** Who reports, and what opens the video for them. */
interface PlayRequest extends Pick<Input<'POST /gallery/videos/{id}/plays'>, 'query'> {
  caller: Caller | undefined
  facts: RequestFacts
}

interface PlaysDeps {
  db: Db
  cache: Cache
  log: Logger
  /** A video that this caller may watch; undefined for everything else. Rejects when there is nothing to play yet. */
  findPlayed: (id: string, request: PlayRequest) => Promise<PlayedVideo | undefined>
  /** Rejects everybody but the owner and admins. */
  requireOwner: (id: string, caller: Caller) => Promise<void>
  /** Called with what a person has watched. */
  recordWatched: (caller: Caller, watched: { videoId: string; seconds: number }) => Promise<void>
}

/** What viewers do: counts what players report, and reads the sums. */
export function createPlays({ db, cache, log, findPlayed, requireOwner, recordWatched }: PlaysDeps) {
  const sessions = createSessions()
  const store = createPlayStore(db, sessions, log)
  const readSalts = createSalts(db)
  const deps = { cache, sessions, batch: store.batch }

  const handlers: Handlers<PlayKeys> = {
    'POST /gallery/videos/{id}/plays': async ({ params, query, body, caller, facts }) => {
      const sender = senderOf(await readSalts(), facts, params.id.toLowerCase(), body.session)
      // Before anything is read, so that a flood costs nothing but this.
      await limitReports(deps, sender)
      const video = await findPlayed(params.id, { query, caller, facts })
      if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      const isCounted = !isRobot(facts.userAgent) && caller?.userId !== video.ownerId
      if (isCounted) await recordReport(deps, sender, video, body)
      const seconds = body.ranges.at(-1)?.[1]
      if (caller && seconds !== undefined) await recordWatched(caller, { videoId: video.id, seconds })
      return {}
    },

    // What this process has counted is stored first, so that the figures are up to date.
    'GET /gallery/videos/{id}/statistics': async ({ params, query, caller }) => {
      await requireOwner(params.id, caller)
      await store.flush()
      return readStatistics(db, { kind: 'video', id: params.id }, query.period)
    },
    'GET /account/statistics': async ({ query, caller }) => {
      await store.flush()
      return readStatistics(db, { kind: 'owner', id: caller.userId }, query.period)
    },
    'GET /admin/statistics': async ({ query }) => {
      await store.flush()
      return readStatistics(db, { kind: 'site' }, query.period)
    },
  }
  return {
    handlers,
    /** Called with bytes of a rendition that were served, to whomever. */
    countServed: (file: PlayedFile, bytes: number): void => store.batch().addServed(file, today(Date.now()), bytes),
    /** What the whole site has served. */
    readServed: async () => {
      await store.flush()
      return readServed(db)
    },
    stop: store.stop,
  }
}

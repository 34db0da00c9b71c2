import type { Caller, Handlers, RequestFacts } from '../../http/api/handlers.ts'
import { SerializedResponse } from '../../http/api/serialized-response.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { WriteAudit } from '../../platform/write-audit.ts'
import { readKeepsHistory } from '../history/keeps-history.ts'
import { findOwner, type PeopleDeps } from '../public-pages/people.ts'
import { refuseFull } from '../refuse-full.ts'
import { viewerOf } from '../viewer.ts'
import { createPlaylist, deletePlaylist, requirePlaylist, updatePlaylist } from './change-playlist.ts'
import { addVideo, removeAllVideos, removeVideo, setVideos } from './change-videos.ts'
import { describeDetails, type PlaylistDeps, type ShownTo } from './describe-playlists.ts'
import { listPlaylistVideos } from './list-playlist-videos.ts'
import { listPlaylists } from './list-playlists.ts'
import { resolveId, seePlaylist } from './see-playlist.ts'

type PlaylistKeys =
  | 'GET /playlists'
  | 'POST /playlists'
  | 'GET /people/{username}/playlists'
  | 'GET /playlists/{id}'
  | 'PATCH /playlists/{id}'
  | 'DELETE /playlists/{id}'
  | 'GET /playlists/{id}/videos'
  | 'PUT /playlists/{id}/videos'
  | 'DELETE /playlists/{id}/videos'
  | 'POST /playlists/{id}/videos/{videoId}'
  | 'DELETE /playlists/{id}/videos/{videoId}'

/** As for searches: most connections are left to the rest of the product. */
const queueLimits = { atOnce: 4, maxWaiting: 400, maxWaitingPerKey: 40 }
const refuse = refuseFull('requests', 'This site')

interface HandlerDeps extends PlaylistDeps, PeopleDeps {
  /** Counts readings and changes. */
  limits: Cache
  /** What visitors see, until a public video or an open playlist changes. Whether they see it is not cached. */
  cachedPlaylists: CacheLookup<SerializedResponse>
  clearPublicCache: () => void
  audit: WriteAudit
}

const shownTo = (caller: Caller | undefined, facts: RequestFacts): ShownTo => ({ viewer: viewerOf(caller), origin: facts.origin })
const ownerOf = (caller: Caller) => ({ ...viewerOf(caller), userId: caller.userId })

export function playlistHandlers(deps: HandlerDeps): Handlers<PlaylistKeys> {
  const { db, limits } = deps
  /** The answer to a change. The database also sends a notice, but it can arrive after this answer. */
  const readChanged = async (id: string, to: ShownTo) => {
    deps.clearPublicCache()
    return describeDetails(deps, await seePlaylist(db, id, to.viewer), to)
  }
  const queue = createFairQueue(queueLimits)
  const inTurn = <Result>(caller: Caller | undefined, facts: RequestFacts, work: () => Promise<Result>): Promise<Result> =>
    queue.run(caller?.userId ?? clientNetworks(facts.address)[0].key, work).catch(refuse)
  const cachedFor = (caller: Caller | undefined, facts: RequestFacts, key: unknown[], make: () => Promise<object>) => {
    const makeResponse = () => inTurn(caller, facts, async () => new SerializedResponse(await make()))
    // The minute is part of it, because views rise without a notice.
    const minute = Math.floor(Date.now() / 60_000)
    return caller ? makeResponse() : deps.cachedPlaylists(JSON.stringify([minute, facts.origin, ...key]), makeResponse)
  }
  /** A new order may write a row for each video. */
  const limitOrders = (userId: string) => takeFrom(limits, [{ key: `playlist-order:${userId}`, most: 60, perSeconds: 60 }])
  const limitChanges = (userId: string) => takeFrom(limits, [{ key: `playlist-change:${userId}`, most: 300, perSeconds: 60 }])
  /** Counting the videos of full playlists takes long. What visitors read is cached, but they can ask for any number of different pages. */
  const limitReads = (caller: Caller | undefined, { address }: RequestFacts) => {
    const readers = caller ? [{ key: caller.userId, times: 1 }] : clientNetworks(address)
    return takeFrom(
      limits,
      readers.map(({ key, times }) => ({ key: `playlist-read:${key}`, most: 300 * times, perSeconds: 60 })),
    )
  }

  return {
    'GET /playlists': async ({ query, caller, facts }) => {
      await limitReads(caller, facts)
      const keepsHistory = await readKeepsHistory(db, caller.userId)
      return inTurn(caller, facts, async () => ({
        ...(await listPlaylists(deps, caller.userId, query, shownTo(caller, facts))),
        keepsHistory,
      }))
    },

    'GET /people/{username}/playlists': async ({ params, query, caller, facts }) => {
      await limitReads(caller, facts)
      const ownerId = await findOwner(deps, params.username)
      if (!ownerId) return { playlists: [], nextCursor: null }
      // The page of a person is the same for everybody, so it has only the public ones.
      const make = () => listPlaylists(deps, ownerId, { ...query, isPublic: true }, shownTo(caller, facts))
      return cachedFor(caller, facts, ['person', ownerId, query], make)
    },

    'POST /playlists': async ({ body, caller, facts }) => {
      await limitChanges(caller.userId)
      const id = await createPlaylist(db, caller.userId, body)
      return { playlist: await readChanged(id, shownTo(caller, facts)) }
    },

    'GET /playlists/{id}': async ({ params, query, caller, facts }) => {
      await limitReads(caller, facts)
      const to = shownTo(caller, facts)
      const row = await seePlaylist(db, await resolveId(db, params.id, caller), to.viewer)
      const make = async () => ({ playlist: await describeDetails(deps, row, to, query.embedded === 'true') })
      return cachedFor(caller, facts, ['one', row.id, query.embedded], make)
    },

    'PATCH /playlists/{id}': async ({ params, body, caller, facts }) => {
      await limitChanges(caller.userId)
      const id = await resolveId(db, params.id, caller)
      await updatePlaylist(db, id, caller, body)
      return { playlist: await readChanged(id, shownTo(caller, facts)) }
    },

    'DELETE /playlists/{id}': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const id = await resolveId(db, params.id, caller)
      await deletePlaylist(deps, id, caller)
      deps.clearPublicCache()
      return { result: { id } }
    },

    'GET /playlists/{id}/videos': async ({ params, query, caller, facts }) => {
      await limitReads(caller, facts)
      const to = shownTo(caller, facts)
      const { id } = await seePlaylist(db, await resolveId(db, params.id, caller), to.viewer)
      return cachedFor(caller, facts, ['videos', id, query], () => listPlaylistVideos(deps, id, query, to))
    },

    'PUT /playlists/{id}/videos': async ({ params, body, caller, facts }) => {
      await limitOrders(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      await setVideos(db, id, body.videos, body.version, ownerOf(caller))
      return { playlist: await readChanged(id, shownTo(caller, facts)) }
    },

    'DELETE /playlists/{id}/videos': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      const removed = await removeAllVideos(db, id, ownerOf(caller))
      deps.clearPublicCache()
      return { result: { playlistId: id, removed } }
    },

    'POST /playlists/{id}/videos/{videoId}': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      const added = await addVideo(db, id, params.videoId, ownerOf(caller))
      deps.clearPublicCache()
      return { result: { playlistId: id, added } }
    },

    'DELETE /playlists/{id}/videos/{videoId}': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      const removed = await removeVideo(db, id, params.videoId, ownerOf(caller))
      deps.clearPublicCache()
      return { result: { playlistId: id, removed } }
    },
  }
}

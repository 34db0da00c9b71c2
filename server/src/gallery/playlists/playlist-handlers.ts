import type { Caller, Handlers, RequestFacts } from '../../http/api/handlers.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import { findOwner, type PeopleDeps } from '../public-pages/people.ts'
import { viewerOf } from '../viewer.ts'
import { createPlaylist, deletePlaylist, requirePlaylist, updatePlaylist } from './change-playlist.ts'
import { addVideo, removeVideo, setVideos } from './change-videos.ts'
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
  | 'POST /playlists/{id}/videos/{videoId}'
  | 'DELETE /playlists/{id}/videos/{videoId}'

interface HandlerDeps extends PlaylistDeps, PeopleDeps {
  /** Counts changes of a person. */
  limits: Cache
}

const shownTo = (caller: Caller | undefined, facts: RequestFacts): ShownTo => ({ viewer: viewerOf(caller), origin: facts.origin })
const ownerOf = (caller: Caller) => ({ ...viewerOf(caller), userId: caller.userId })

export function playlistHandlers(deps: HandlerDeps): Handlers<PlaylistKeys> {
  const { db, limits } = deps
  const read = async (id: string, to: ShownTo, isEmbedded = false) =>
    describeDetails(deps, await seePlaylist(db, id, to.viewer), to, isEmbedded)
  /** A new order may write a row for each video. */
  const limitOrders = (userId: string) => takeFrom(limits, [{ key: `playlist-order:${userId}`, most: 60, perSeconds: 60 }])
  const limitChanges = (userId: string) => takeFrom(limits, [{ key: `playlist-change:${userId}`, most: 300, perSeconds: 60 }])

  return {
    'GET /playlists': ({ query, caller, facts }) => listPlaylists(deps, caller.userId, query, shownTo(caller, facts)),

    'GET /people/{username}/playlists': async ({ params, query, caller, facts }) => {
      const ownerId = await findOwner(deps, params.username)
      if (!ownerId) return { playlists: [], nextCursor: null }
      // The page of a person is the same for everybody, so it has only the public ones.
      return listPlaylists(deps, ownerId, { ...query, isPublic: true }, shownTo(caller, facts))
    },

    'POST /playlists': async ({ body, caller, facts }) => {
      await limitChanges(caller.userId)
      const id = await createPlaylist(db, caller.userId, body)
      return { playlist: await read(id, shownTo(caller, facts)) }
    },

    'GET /playlists/{id}': async ({ params, query, caller, facts }) => {
      const id = await resolveId(db, params.id, caller)
      return { playlist: await read(id, shownTo(caller, facts), query.embedded === 'true') }
    },

    'PATCH /playlists/{id}': async ({ params, body, caller, facts }) => {
      await limitChanges(caller.userId)
      const id = await resolveId(db, params.id, caller)
      await updatePlaylist(db, id, caller, body)
      return { playlist: await read(id, shownTo(caller, facts)) }
    },

    'DELETE /playlists/{id}': async ({ params, caller }) => {
      const id = await resolveId(db, params.id, caller)
      await deletePlaylist(db, id, caller)
      return { result: { id } }
    },

    'GET /playlists/{id}/videos': async ({ params, query, caller, facts }) => {
      const to = shownTo(caller, facts)
      const { id } = await seePlaylist(db, await resolveId(db, params.id, caller), to.viewer)
      return listPlaylistVideos(deps, id, query, to)
    },

    'PUT /playlists/{id}/videos': async ({ params, body, caller, facts }) => {
      await limitOrders(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      await setVideos(db, id, body.videos, body.version, ownerOf(caller))
      return { playlist: await read(id, shownTo(caller, facts)) }
    },

    'POST /playlists/{id}/videos/{videoId}': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      return { result: { playlistId: id, added: await addVideo(db, id, params.videoId, ownerOf(caller)) } }
    },

    'DELETE /playlists/{id}/videos/{videoId}': async ({ params, caller }) => {
      await limitChanges(caller.userId)
      const { id } = await requirePlaylist(db, await resolveId(db, params.id, caller), caller)
      return { result: { playlistId: id, removed: await removeVideo(db, id, params.videoId, ownerOf(caller)) } }
    },
  }
}

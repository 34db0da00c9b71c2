import type { Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import { SerializedResponse } from '../http/api/serialized-response.ts'
import type { CacheLookup } from '../platform/cache/cache-until-change.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { WriteAudit } from '../platform/write-audit.ts'
import { describeVideo } from './describe-video.ts'
import { deleteVideo, requireOwner, updateVideo } from './edit-video.ts'
import type { Grants } from './grants.ts'
import { listVideos } from './listing/list-videos.ts'
import { mediaBase } from './media-addresses.ts'
import { listDownloads } from './playback/list-downloads.ts'
import type { ReadLiveStream } from './playback/live-stream.ts'
import { streamVideo } from './playback/stream-video.ts'
import type { ReadViewer } from './protection/read-viewer.ts'
import type { VideoPasswords } from './protection/unlock-handlers.ts'
import { describeForOembed } from './public-pages/oembed.ts'
import { findOwner, type PeopleDeps } from './public-pages/people.ts'
import { type ReadHeat, readVideoDetails } from './video-details.ts'
import { rightOf, viewerOf } from './viewer.ts'

type GalleryKeys =
  | 'GET /gallery/videos'
  | 'GET /gallery/videos/{id}'
  | 'PATCH /gallery/videos/{id}'
  | 'DELETE /gallery/videos/{id}'
  | 'GET /gallery/videos/{id}/stream'
  | 'GET /gallery/videos/{id}/downloads'
  | 'GET /oembed'

export interface GalleryDeps extends PeopleDeps {
  grants: Grants
  readViewer: ReadViewer
  passwords: VideoPasswords
  cachedLists: CacheLookup<SerializedResponse>
  clearPublicCache: () => void
  readLive: ReadLiveStream
  /** Removes a deleted video's job from the queue. */
  forgetJob: (id: string) => Promise<void>
  /** Makes the shareable copy of a video's original if it is missing. Never fails. */
  shareOriginal: (id: string) => Promise<void>
  /** How long an address issued by the storage stays valid; null if this server sends all bytes. */
  lingerSeconds: number | null
  readHeat: ReadHeat
  audit: WriteAudit
  /** Called in the transaction in which an owner decides about automatic captions. */
  onCaptionWish: (transaction: Transaction<Tables>, videoId: string) => Promise<void>
}

export function galleryHandlers(parts: GalleryDeps): Handlers<GalleryKeys> {
  const { db, grants } = parts
  return {
    'GET /gallery/videos': async ({ query, caller, facts }) => {
      const make = async () => {
        const viewer = viewerOf(caller)
        const ownerId = query.owner === undefined ? undefined : await findOwner(parts, query.owner)
        if (query.owner !== undefined && ownerId === undefined) return new SerializedResponse({ videos: [], nextCursor: null })
        const { rows, nextCursor } = await listVideos(db, viewer, { ...query, ownerId })
        const videos = rows.map((row) => {
          const right = rightOf(row, viewer.userId, viewer.isAdmin)
          return describeVideo(row, facts.origin + mediaBase(grants, row, right), right)
        })
        return new SerializedResponse({ videos, nextCursor })
      }
      // Visitors see only public videos, so `visibility` is not part of the key. The minute is, because views rise without a notice.
      const { visibility: _, ...asked } = query
      const minute = Math.floor(Date.now() / 60_000)
      const key = [facts.origin, minute, ...Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))]
      return caller ? make() : parts.cachedLists(JSON.stringify(key), make)
    },

    'GET /gallery/videos/{id}': async ({ params, ...request }) => ({
      video: await readVideoDetails(parts, params.id, await parts.readViewer(params.id, request), request.facts.origin),
    }),

    'PATCH /gallery/videos/{id}': async ({ params, body, caller, facts }) => {
      const { duration } = await requireOwner(db, params.id, caller)
      const { password, ...change } = body
      const passwordHash = password ? await parts.passwords.hash(caller.userId, password, facts.address) : password
      await db.transaction().execute(async (transaction) => {
        await updateVideo(transaction, params.id, { ...change, passwordHash }, duration)
        if (body.captions !== undefined || body.language !== undefined) await parts.onCaptionWish(transaction, params.id)
      })
      // The database also sends a notice, but it can arrive after this answer.
      parts.clearPublicCache()
      if (body.visibility === 'public') await parts.shareOriginal(params.id)
      return { video: await readVideoDetails(parts, params.id, viewerOf(caller), facts.origin) }
    },

    'DELETE /gallery/videos/{id}': async ({ params, caller }) => {
      const { user_id: owner, title } = await requireOwner(db, params.id, caller)
      const { userId } = caller
      const entry = { actorId: userId, action: 'video.delete', target: title, details: { video: params.id, owner } }
      await deleteVideo(db, params.id, userId, async (transaction) => {
        if (owner !== userId) await parts.audit(transaction, entry)
      })
      parts.clearPublicCache()
      await parts.forgetJob(params.id)
      return { result: { id: params.id } }
    },

    'GET /gallery/videos/{id}/stream': async ({ params, query, caller, facts }) => {
      const viewer = await parts.readViewer(params.id, { query, caller, facts })
      return streamVideo({ db, grants, readLive: parts.readLive, origin: facts.origin }, params.id, viewer, query)
    },

    'GET /gallery/videos/{id}/downloads': async ({ params, ...request }) => {
      const viewer = await parts.readViewer(params.id, request)
      return { downloads: await listDownloads({ db, grants, origin: request.facts.origin }, params.id, viewer) }
    },

    'GET /oembed': ({ query, facts }) => describeForOembed({ db, grants }, query, facts.origin),
  }
}

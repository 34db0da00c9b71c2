import { Failure } from '@video-forge/contract/errors'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller, Handlers } from '../http/api/handlers.ts'
import { SerializedResponse } from '../http/api/serialized-response.ts'
import type { Db } from '../platform/database/database.ts'
import { storyboardTrackName } from '../platform/media-address.ts'
import { describeVideo } from './describe-video.ts'
import type { Grants } from './grants.ts'
import { listVideos } from './list-videos.ts'
import { mediaBase } from './media-addresses.ts'
import { describeForOembed } from './oembed.ts'
import { streamVideo } from './playback/stream-video.ts'
import type { CacheLookup } from './public-cache.ts'
import { seeVideo } from './see-video.ts'
import { makeShareLink, openShareLinks, revokeShareLinks } from './share-links.ts'
import { rightOf, type Viewer, viewerOf } from './viewer.ts'

type GalleryKeys =
  | 'GET /gallery/videos'
  | 'GET /gallery/videos/{id}'
  | 'PATCH /gallery/videos/{id}'
  | 'DELETE /gallery/videos/{id}'
  | 'GET /gallery/videos/{id}/stream'
  | 'GET /gallery/videos/{id}/links'
  | 'POST /gallery/videos/{id}/links'
  | 'DELETE /gallery/videos/{id}/links'
  | 'DELETE /gallery/videos/{id}/links/{linkId}'
  | 'GET /oembed'

export interface GalleryDeps {
  db: Db
  grants: Grants
  cachedLists: CacheLookup<SerializedResponse>
  clearPublicCache: () => void
  /** Removes a deleted video's job from the queue. */
  forgetJob: (id: string) => Promise<void>
  /** Makes the shareable copy of a video's original if it is missing. Never fails. */
  shareOriginal: (id: string) => Promise<void>
  /** How long an address issued by the storage stays valid; null if this server sends all bytes. */
  lingerSeconds: number | null
}

export function galleryHandlers(parts: GalleryDeps): Handlers<GalleryKeys> {
  const { db, grants } = parts
  const notFound = () => new Failure('NOT_FOUND', sentences.videoNotFound)

  /** Only the owner and admins may change a video. To others a private one does not exist. */
  const requireOwner = async (id: string, caller: Caller): Promise<void> => {
    const seen = await seeVideo(db, id, viewerOf(caller))
    if (!seen) throw notFound()
    if (!seen.right.personId) throw new Failure('NOT_ALLOWED', 'Only the owner of this video can do this.')
  }

  const details = async (id: string, viewer: Viewer, origin: string): Promise<VideoDetails> => {
    const seen = await seeVideo(db, id, viewer)
    if (!seen) throw notFound()
    const { video: row, right } = seen
    const job = await db.selectFrom('jobs').select(['status', 'progress', 'stage', 'eta_seconds']).where('id', '=', id).executeTakeFirst()
    const isOwn = row.user_id === viewer.userId
    const isProcessing = job !== undefined && ['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING'].includes(job.status)
    const base = origin + mediaBase(grants, row, right)
    return {
      ...describeVideo(row, base, right),
      storyboardUrl: row.status === 'ready' ? `${base}/${storyboardTrackName}` : null,
      canEdit: right.personId !== null,
      lingerSeconds: right.personId ? parts.lingerSeconds : null,
      hasJob: job !== undefined && isOwn,
      jobStatus: job?.status ?? null,
      // The key of an upload follows from the video's id, so it can be given even when the row of the upload is deleted.
      startSource: isOwn && !job && row.original_key ? `uploads/${id}/${row.original_key.split('/').at(-1)}` : null,
      processing: isProcessing ? { status: job.status, progress: job.progress, stage: job.stage, etaSeconds: job.eta_seconds } : null,
    }
  }

  return {
    'GET /gallery/videos': async ({ query, caller, facts }) => {
      const make = async () => {
        const viewer = viewerOf(caller)
        const { rows, nextCursor } = await listVideos(db, viewer, query)
        const videos = rows.map((row) => {
          const right = rightOf(row, viewer.userId, viewer.isAdmin)
          return describeVideo(row, facts.origin + mediaBase(grants, row, right), right)
        })
        return new SerializedResponse({ videos, nextCursor })
      }
      // Visitors see only public videos, so `visibility` is not part of the key.
      const { q, limit, cursor } = query
      return caller ? make() : parts.cachedLists(JSON.stringify([facts.origin, q, limit, cursor]), make)
    },

    'GET /gallery/videos/{id}': async ({ params, query, caller, facts }) => ({
      video: await details(params.id, viewerOf(caller, query.link), facts.origin),
    }),

    'PATCH /gallery/videos/{id}': async ({ params, body, caller, facts }) => {
      await requireOwner(params.id, caller)
      const { title, description, visibility } = body
      await db
        .updateTable('videos')
        .set({
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          ...(visibility !== undefined && { visibility }),
          updated_at: new Date(),
        })
        .where('id', '=', params.id)
        .execute()
      // The database also sends a notice, but it can arrive after this answer.
      parts.clearPublicCache()
      if (visibility === 'public') await parts.shareOriginal(params.id)
      return { video: await details(params.id, viewerOf(caller), facts.origin) }
    },

    'DELETE /gallery/videos/{id}': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      const { numDeletedRows } = await db
        .deleteFrom('videos')
        .where('id', '=', params.id)
        .where(
          sql<boolean>`not exists (select 1 from jobs where jobs.id = videos.id and status in ('DOWNLOADING', 'PROCESSING', 'UPLOADING'))`,
        )
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Failure('CONFLICT', 'This video is being processed. Cancel its job first, then delete it.')
      parts.clearPublicCache()
      await parts.forgetJob(params.id)
      return { result: { id: params.id } }
    },

    'GET /gallery/videos/{id}/stream': async ({ params, query, caller, facts }) => {
      return streamVideo({ db, grants, origin: facts.origin }, params.id, viewerOf(caller, query.link), query.quality)
    },

    'GET /gallery/videos/{id}/links': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      const links = await openShareLinks(db, params.id)
      return {
        links: links.map(({ id, created_at, expires_at }) => ({
          id,
          createdAt: created_at.toISOString(),
          expiresAt: expires_at.toISOString(),
        })),
      }
    },

    'POST /gallery/videos/{id}/links': async ({ params, body, caller, facts }) => {
      await requireOwner(params.id, caller)
      const { id, created_at, expires_at, secret } = await makeShareLink(db, params.id, body.expiresInHours)
      const url = `${facts.origin}/video/${params.id}?link=${secret}`
      return { link: { id, url, createdAt: created_at.toISOString(), expiresAt: expires_at.toISOString() } }
    },

    'DELETE /gallery/videos/{id}/links': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      return { result: { revoked: await revokeShareLinks(db, params.id) } }
    },

    'DELETE /gallery/videos/{id}/links/{linkId}': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      const revoked = await revokeShareLinks(db, params.id, params.linkId)
      if (revoked === 0) throw new Failure('NOT_FOUND', 'There is no such link.')
      return { result: { revoked } }
    },

    'GET /oembed': ({ query, facts }) => describeForOembed(db, query, facts.origin),
  }
}

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
  /** Takes a deleted video's job out of line. */
  forgetJob: (id: string) => Promise<void>
  /** Makes what others get of a video's original, should nobody have done so. Never fails. */
  shareOriginal: (id: string) => Promise<void>
  /** How long an address that was given out by storage lives on; null where all bytes are sent by us. */
  lingerSeconds: number | null
}

export function galleryHandlers(parts: GalleryDeps): Handlers<GalleryKeys> {
  const { db, grants } = parts
  const gone = () => new Failure('NOT_FOUND', sentences.videoNotFound)

  /** What changes a video is for its owner and for admins; to everybody else a private one is not there, a public one not theirs. */
  const mustBeOwn = async (id: string, caller: Caller): Promise<void> => {
    const seen = await seeVideo(db, id, viewerOf(caller))
    if (!seen) throw gone()
    if (!seen.right.personId) throw new Failure('NOT_ALLOWED', 'Only the owner may do this.')
  }

  const details = async (id: string, viewer: Viewer, origin: string): Promise<VideoDetails> => {
    const seen = await seeVideo(db, id, viewer)
    if (!seen) throw gone()
    const { video: row, right } = seen
    const job = await db.selectFrom('jobs').select(['status', 'progress', 'stage', 'eta_seconds']).where('id', '=', id).executeTakeFirst()
    const isOwn = row.user_id === viewer.userId
    const isAtWork = job !== undefined && ['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING'].includes(job.status)
    const base = origin + mediaBase(grants, row, right)
    return {
      ...describeVideo(row, base, right),
      storyboardUrl: row.status === 'ready' ? `${base}/${storyboardTrackName}` : null,
      canEdit: right.personId !== null,
      lingerSeconds: right.personId ? parts.lingerSeconds : null,
      hasJob: job !== undefined && isOwn,
      jobStatus: job?.status ?? null,
      // An upload is known by the id in its key, also when its own row is long forgotten.
      startSource: isOwn && !job && row.original_key ? `uploads/${id}/${row.original_key.split('/').at(-1)}` : null,
      processing: isAtWork ? { status: job.status, progress: job.progress, stage: job.stage, etaSeconds: job.eta_seconds } : null,
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
      // To visitors all videos are public ones.
      const { q, limit, cursor } = query
      return caller ? make() : parts.cachedLists(JSON.stringify([facts.origin, q, limit, cursor]), make)
    },

    'GET /gallery/videos/{id}': async ({ params, query, caller, facts }) => ({
      video: await details(params.id, viewerOf(caller, query.link), facts.origin),
    }),

    'PATCH /gallery/videos/{id}': async ({ params, body, caller, facts }) => {
      await mustBeOwn(params.id, caller)
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
      // The database says so too, but only after this answer may have gone out.
      parts.clearPublicCache()
      if (visibility === 'public') await parts.shareOriginal(params.id)
      return { video: await details(params.id, viewerOf(caller), facts.origin) }
    },

    'DELETE /gallery/videos/{id}': async ({ params, caller }) => {
      await mustBeOwn(params.id, caller)
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
      await mustBeOwn(params.id, caller)
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
      await mustBeOwn(params.id, caller)
      const { id, created_at, expires_at, secret } = await makeShareLink(db, params.id, body.expiresInHours)
      const url = `${facts.origin}/video/${params.id}?link=${secret}`
      return { link: { id, url, createdAt: created_at.toISOString(), expiresAt: expires_at.toISOString() } }
    },

    'DELETE /gallery/videos/{id}/links': async ({ params, caller }) => {
      await mustBeOwn(params.id, caller)
      return { result: { revoked: await revokeShareLinks(db, params.id) } }
    },

    'DELETE /gallery/videos/{id}/links/{linkId}': async ({ params, caller }) => {
      await mustBeOwn(params.id, caller)
      const revoked = await revokeShareLinks(db, params.id, params.linkId)
      if (revoked === 0) throw new Failure('NOT_FOUND', 'There is no such link.')
      return { result: { revoked } }
    },

    'GET /oembed': ({ query, facts }) => describeForOembed(db, query, facts.origin),
  }
}

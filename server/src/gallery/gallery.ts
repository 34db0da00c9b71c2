import { Failure } from '@video-forge/contract/errors'
import type { Video } from '@video-forge/contract/gallery'
import type { AssetType } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { SerializedResponse } from '../http/api/serialized-response.ts'
import { describeVideo, mediaBase, type VideoRow, videoColumns } from './describe-video.ts'
import { type GalleryDeps, galleryHandlers } from './gallery-handlers.ts'
import { createGrants, nextExpiry } from './grants.ts'
import { createPageHead } from './page-head.ts'
import { nameToSave } from './playback/file-names.ts'
import { createMediaFiles, mediaName } from './playback/media-files.ts'
import { createPublicCache, type Listen } from './public-cache.ts'
import { rightOf } from './viewer.ts'

interface GalleryOptions extends Pick<GalleryDeps, 'db' | 'forgetJob' | 'shareOriginal' | 'lingerSeconds'> {
  secret: string
  listen: Listen
}

type Downloaded = Pick<VideoRow, 'id' | 'access_version' | 'title'> & { original_key: string | null; original_mime: string | null }

/** Everything about seeing videos: lists, pages, streams, links, and who may have which byte. */
export function createGallery({ secret, listen, ...parts }: GalleryOptions) {
  const { db } = parts
  const grants = createGrants(secret)
  const kept = createPublicCache(listen)
  return {
    handlers: galleryHandlers({ ...parts, grants, cachedLists: kept.store<SerializedResponse>(200), clearPublicCache: kept.forget }),
    findMedia: createMediaFiles(db, grants, kept.store(10_000)),
    pageHead: createPageHead(db),

    /** A video as its owner sees it. */
    async describe(id: string, origin: string): Promise<Video> {
      const row = await db.selectFrom('videos').select(videoColumns).where('id', '=', id).executeTakeFirst()
      if (!row) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      const right = rightOf(row, row.user_id, false)
      return describeVideo(row, origin + mediaBase(grants, row, right), right)
    },

    /** For somebody who owns the video, or an admin. */
    addressOf: (video: Pick<VideoRow, 'id' | 'visibility' | 'access_version'>, name: string, personId: string) =>
      `${mediaBase(grants, video, { isPublic: video.visibility === 'public', personId, link: null })}/${name}`,

    /** For whoever made the video: every file of it, as something to save. */
    download(video: Downloaded, type: AssetType, personId: string): { path: string; filename: string } {
      const { id, access_version: version, title, original_key: key, original_mime: mime } = video
      const holder = { kind: 'person', id: personId } as const
      const grant = grants.seal(id, { scope: 'own', version, expires: nextExpiry(), holder })
      const name = mediaName[type]
      return { path: `/media/${id}/${grant}/${name}?download`, filename: nameToSave(title, name, { key, mime }) }
    },

    /** For whoever changes videos elsewhere in this process; the database tells the other processes. */
    clearPublicCache: kept.forget,
    stop: () => kept.stop(),
  }
}

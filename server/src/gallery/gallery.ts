import { Failure } from '@video-forge/contract/errors'
import type { Video } from '@video-forge/contract/gallery'
import type { AssetType } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { Caller } from '../http/api/handlers.ts'
import type { SerializedResponse } from '../http/api/serialized-response.ts'
import type { Cache } from '../platform/cache/cache.ts'
import { createCacheUntilChange, type Listen } from '../platform/cache/cache-until-change.ts'
import { assetName } from '../platform/media-address.ts'
import { createSigningSecrets } from '../platform/secret-box.ts'
import { type CaptionDeps, captionHandlers } from './captions/caption-handlers.ts'
import { describedColumns, describeVideo, type VideoRow } from './describe-video.ts'
import { requireOwner } from './edit-video.ts'
import { findEnclosure } from './feeds/enclosure.ts'
import { createFeeds, type FeedFile } from './feeds/feeds.ts'
import { type GalleryDeps, galleryHandlers } from './gallery-handlers.ts'
import { createGrants } from './grants.ts'
import { historyHandlers } from './history/history-handlers.ts'
import { recordWatched, type Watched } from './history/record-watched.ts'
import { type AddressedVideo, downloadAddress, mediaBase, thumbnailForOwner } from './media-addresses.ts'
import { nameToSave } from './playback/file-names.ts'
import { createLiveStreams } from './playback/live-stream.ts'
import { createMediaFiles } from './playback/media-files.ts'
import { createPlayedVideos } from './playback/played-video.ts'
import { playlistHandlers } from './playlists/playlist-handlers.ts'
import { createTokenReader } from './protection/playback-tokens.ts'
import { createViewerReader } from './protection/read-viewer.ts'
import { unlockHandlers } from './protection/unlock-handlers.ts'
import { createFirstCards } from './public-pages/first-cards.ts'
import { createPageLookup } from './public-pages/page-lookup.ts'
import { peopleHandlers } from './public-pages/people.ts'
import { searchHandlers } from './search/search-handlers.ts'
import type { Suggestions } from './search/suggestions/suggest.ts'
import { suggestionHandlers } from './search/suggestions/suggestion-handlers.ts'
import { shareLinkHandlers } from './share-link-handlers.ts'
import { createSitemap } from './sitemap/sitemap.ts'
import { type ThumbnailDeps, thumbnailHandlers } from './thumbnail/thumbnail-handlers.ts'
import { rightOf } from './viewer.ts'

interface GalleryOptions
  extends Pick<
      GalleryDeps,
      'db' | 'nameKey' | 'forgetJob' | 'shareOriginal' | 'lingerSeconds' | 'readHeat' | 'onCaptionWish' | 'passwords' | 'audit'
    >,
    Pick<CaptionDeps, 'readTranscription' | 'canTranscribe' | 'readLanguages'>,
    Omit<ThumbnailDeps, 'grants' | 'clearPublicCache'> {
  /** Counts new viewers of playback tokens, changes of playlists, and suggestions. */
  limits: Cache
  secret: string
  isPublicSite: boolean
  listen: Listen
}

type DownloadedVideo = Pick<VideoRow, 'id' | 'access_version' | 'files_version' | 'title'> & {
  original_key: string | null
  original_mime: string | null
}

/** The gallery: lists, video pages, streams, share links and access to media files. */
export function createGallery({ secret, listen, limits, ...options }: GalleryOptions) {
  const { db } = options
  const { isPublicSite } = options
  const grants = createGrants(secret, isPublicSite)
  const openToken = createTokenReader({ db, cache: limits, grants, secrets: createSigningSecrets(secret) })
  const readViewer = createViewerReader({ grants, openToken, isPublicSite })
  const parts = { ...options, grants, readViewer }
  const cache = createCacheUntilChange(listen)
  const readLive = createLiveStreams(db)
  return {
    handlers: {
      ...galleryHandlers({ ...parts, readLive, cachedLists: cache.store<SerializedResponse>(200), clearPublicCache: cache.clear }),
      ...shareLinkHandlers(db),
      ...unlockHandlers(parts),
      ...peopleHandlers(parts),
      ...captionHandlers(parts),
      ...searchHandlers(parts),
      ...playlistHandlers({ ...parts, limits, cachedPlaylists: cache.store<SerializedResponse>(50), clearPublicCache: cache.clear }),
      ...historyHandlers(parts),
      ...suggestionHandlers({ ...parts, limits, cachedSuggestions: cache.store<Suggestions>(1000) }),
      ...thumbnailHandlers({ ...parts, clearPublicCache: cache.clear }),
    },
    findMedia: createMediaFiles({ db, storage: options.storage, grants, readLive, cached: cache.store(10_000) }),
    findPage: createPageLookup({ ...parts, firstCards: createFirstCards({ db, grants, cachedCards: cache.store(10) }) }),
    openWeb: {
      findFeed: createFeeds({ ...parts, cachedFeeds: cache.store<FeedFile | undefined>(200) }),
      findEnclosure: (id: string) => findEnclosure(db, id),
      findSitemap: createSitemap(parts),
    },
    findPlayed: createPlayedVideos(db, readViewer, cache.store(10_000), isPublicSite),
    requireOwner: async (id: string, caller: Caller) => void (await requireOwner(db, id, caller)),

    /** Remembers what a person watches, unless they keep no history. */
    recordWatched: (caller: Caller, watched: Watched) => recordWatched(db, caller, watched),

    /** A video as its owner sees it. */
    async describe(id: string, origin: string): Promise<Video> {
      const row = await db.selectFrom('videos').select(describedColumns).where('id', '=', id).executeTakeFirst()
      if (!row) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      const right = rightOf(row, row.user_id, false)
      return describeVideo(row, origin + mediaBase(grants, row, right), right)
    },

    /** For the owner of the video, or an admin. */
    thumbnailOf: (video: AddressedVideo & Pick<VideoRow, 'thumbnail_version'>, personId: string): string =>
      thumbnailForOwner(grants, video, personId),

    /** For the owner of the video, or an admin: any of its files, to save. */
    download(video: DownloadedVideo, type: AssetType, personId: string): { path: string; filename: string } {
      const original = { key: video.original_key, mime: video.original_mime }
      return { path: downloadAddress(grants, video, type, personId), filename: nameToSave(video.title, assetName[type], original) }
    },

    /** For changes made elsewhere in this process; other processes are notified by the database. */
    clearPublicCache: cache.clear,
    stop: () => cache.stop(),
  }
}

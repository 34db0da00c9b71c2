import { type CaptionFormat, captionFormats } from '@video-forge/contract/captions/write-captions'
import { type AssetType, assetTypes } from '@video-forge/contract/jobs'
import {
  forEachRendition,
  formatOfType,
  type OutputFormat,
  outputFormats,
  playlistFile,
  reencodedFile,
  reencodedPlaylistFile,
  renditionFile,
} from '@video-forge/contract/rules/formats'
import type { VideoCodec } from '@video-forge/contract/rules/reencode-rules'
import { isUuid } from './database/uuid.ts'

// The address of every media file is /media/{videoId}/{grant}/{name}. The grant is `public` or a signed permission. When the file of a video
// was replaced, the version of its files follows the grant: browsers store files forever, and a player must not mix two versions.

const root = '/media/'

export const mediaRoute = `${root}:videoId/:grant/:name`

/** The grant in the addresses of public videos. It needs no signature: each request looks up whether the video is public. */
export const publicGrant = 'public'

export interface MediaAddress {
  videoId: string
  grant: string
  name: string
}

/** The folder of a video's files, to which a file name is appended. */
export const mediaFolder = (videoId: string, filesVersion: number, grant: string = publicGrant): string =>
  `${root}${videoId}/${grant}${filesVersion > 0 ? `~${filesVersion}` : ''}`

/** The grant of a folder, and the version of the files. */
export function parseFolder(folder: string): { grant: string; filesVersion: number } | undefined {
  const [, grant, version = '0'] = /^([^~]+)(?:~([1-9]\d{0,8}))?$/.exec(folder) ?? []
  return grant === undefined ? undefined : { grant, filesVersion: Number(version) }
}

const addressPattern = new RegExp(`^${root}([^/?]+)/([^/?]+)/([^/?]+)$`)

/** The parts of a media address without a query. */
export function parseMediaPath(path: string): MediaAddress | undefined {
  const [, videoId, grant, name] = addressPattern.exec(path) ?? []
  return videoId && grant && name ? { videoId, grant, name } : undefined
}

export const isMediaPath = (path: string): boolean => path.startsWith(root)

const signedGrant = new RegExp(`^(${root}[^/]+/)(?!${publicGrant}(?:~\\d+)?/)[^/]+`)

/** The path with a signed grant left out, for logs. */
export const withoutGrant = (path: string): string => path.replace(signedGrant, '$1…')

export const playlistType = 'application/vnd.apple.mpegurl'
/** Of the storyboard's track, and of the thumbnail in the size of a card. */
export const trackType = 'text/vtt; charset=utf-8'
export const cardType = 'image/webp'
export const masterPlaylistName = 'master.m3u8'
export const storyboardTrackName = 'storyboard.vtt'

/** The file name of each asset. */
export const assetName: Record<AssetType, string> = {
  ...forEachRendition(renditionFile),
  GIF: 'preview.gif',
  THUMBNAIL: 'thumbnail.jpg',
  STORYBOARD: 'storyboard.jpg',
  METADATA_JSON: 'metadata.json',
  ORIGINAL: 'original',
}

/** The thumbnail in the size of a card. */
export const cardName = 'card.webp'

/** The thumbnail with its version: browsers store a public file forever, so another picture needs another address. */
export const thumbnailFile = (version: number, name: string = assetName.THUMBNAIL): string => (version > 0 ? `${name}?v=${version}` : name)

/** A track of a video that is still being encoded. */
export type LiveTrackName = OutputFormat | 'audio'

/** The master playlist of every planned rendition of a video that is still being encoded. */
export const livePlannedName = 'live.m3u8'
export const livePlaylistName = (split: string, track: LiveTrackName): string => `live-${split}-${track}.m3u8`
export const liveChunkName = (split: string, track: LiveTrackName, number: number): string => `live-${split}-${track}-${number}.mp4`

/** Captions as a file, and as a playlist of that file. */
export const captionFile = (id: string, format: CaptionFormat): string => `captions-${id}.${format}`
export const captionPlaylistName = (id: string): string => `captions-${id}.m3u8`

/** What a file name stands for. The storyboard's track is stored with its asset; playlists are written when they are requested. */
export type MediaItem =
  | { kind: 'asset'; type: AssetType }
  | { kind: 'storyboard-track' }
  /** Stored with the thumbnail. */
  | { kind: 'card' }
  | { kind: 'master-playlist' }
  | { kind: 'playlist'; format: OutputFormat }
  /** The version of a rendition in AV1; stored with the rendition. */
  | { kind: 'reencoded'; format: OutputFormat }
  | { kind: 'reencoded-playlist'; format: OutputFormat }
  | { kind: 'live-master-playlist' }
  | { kind: 'live-playlist'; split: string; track: LiveTrackName }
  | { kind: 'caption'; id: string; format: CaptionFormat }
  | { kind: 'caption-playlist'; id: string }
  | { kind: 'live-chunk'; split: string; track: LiveTrackName; number: number }

/** A file that is played: a rendition, or a part of one that is still being encoded. */
export interface PlayedFile {
  videoId: string
  format: OutputFormat
  codec: VideoCodec
}

/** What is played with an item; undefined for pictures, texts, sound and originals. */
export function playedFile(videoId: string, item: MediaItem): PlayedFile | undefined {
  if (item.kind === 'reencoded') return { videoId, format: item.format, codec: 'av1' }
  if (item.kind === 'live-chunk') return item.track === 'audio' ? undefined : { videoId, format: item.track, codec: 'h264' }
  const format = item.kind === 'asset' ? formatOfType(item.type) : undefined
  return format && { videoId, format, codec: 'h264' }
}

const items = new Map<string, MediaItem>([
  ...assetTypes.map((type): [string, MediaItem] => [assetName[type], { kind: 'asset', type }]),
  ...outputFormats.map((format): [string, MediaItem] => [playlistFile(format), { kind: 'playlist', format }]),
  ...outputFormats.map((format): [string, MediaItem] => [reencodedFile(format), { kind: 'reencoded', format }]),
  ...outputFormats.map((format): [string, MediaItem] => [reencodedPlaylistFile(format), { kind: 'reencoded-playlist', format }]),
  [storyboardTrackName, { kind: 'storyboard-track' }],
  [cardName, { kind: 'card' }],
  [masterPlaylistName, { kind: 'master-playlist' }],
  [livePlannedName, { kind: 'live-master-playlist' }],
])

export const mediaItem = (name: string): MediaItem | undefined => items.get(name) ?? captionItem(name) ?? liveItem(name)

const captionPattern = /^captions-([0-9a-f-]{36})\.(\w{3,4})$/

function captionItem(name: string): MediaItem | undefined {
  const [, id, extension] = captionPattern.exec(name) ?? []
  if (!id || !isUuid(id)) return undefined
  const format = captionFormats.find((each) => each === extension)
  if (format) return { kind: 'caption', id, format }
  return extension === 'm3u8' ? { kind: 'caption-playlist', id } : undefined
}

const livePattern = /^live-([0-9a-f-]{36})-(\w{2,8})(?:-(\d{1,6})\.mp4|\.m3u8)$/

function liveItem(name: string): MediaItem | undefined {
  const [, split, trackName, number] = livePattern.exec(name) ?? []
  const track = trackName === 'audio' ? 'audio' : outputFormats.find((format) => format === trackName)
  if (!split || !track) return undefined
  return number === undefined ? { kind: 'live-playlist', split, track } : { kind: 'live-chunk', split, track, number: Number(number) }
}

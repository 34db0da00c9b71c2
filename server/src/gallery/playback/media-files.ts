import { createHash } from 'node:crypto'
import type { AssetType } from '@video-forge/contract/jobs'
import { formatTable, type OutputFormat, renditionTypes } from '@video-forge/contract/rules/formats'
import { type RawBuilder, sql } from 'kysely'
import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import { chosenCardKey } from '../../platform/chosen-thumbnail.ts'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import {
  cardType,
  type MediaItem,
  mediaFolder,
  mediaItem,
  type PlayedFile,
  parseFolder,
  playedFile,
  playlistType,
  publicGrant,
  trackType,
} from '../../platform/media-address.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import { maySend, type Sender } from '../../platform/network/sender.ts'
import type { Storage, StoredRange } from '../../platform/storage/storage.ts'
import { captionPlaylist, captionText, captionTypes, subtitleTracks } from '../captions/caption-media.ts'
import type { Grant, Grants, Holder } from '../grants.ts'
import { hasOpenFiles } from '../media-addresses.ts'
import { partsOfSeat } from '../protection/playback-tokens.ts'
import { passwordRequired } from '../see-video.ts'
import { mayDownload } from '../viewer.ts'
import { earlyPicture } from './early-picture.ts'
import { captionNameToSave, nameToSave } from './file-names.ts'
import { liveChunkOf, liveMasterOf, livePlaylistOf } from './live-playlists.ts'
import type { LiveStream, ReadLiveStream } from './live-stream.ts'
import { currentMetadata } from './metadata-file.ts'
import { masterPlaylistOf, mediaPlaylistOf, reencodedPlaylistOf } from './playlists.ts'

/** The file behind a media address whose holder may have it. */
export type MediaFile = {
  contentType: string
  /** Shared caches may store it. */
  isPublic: boolean
  /** The name under which a browser saves it. */
  filename: string
  /** It may be sent as an attachment. */
  mayDownload: boolean
  /** Of all files of the video. */
  filesVersion: number
  /** `version`: of the thumbnail, whose picture can change. All other files stay as they are. */
} & (
  | { kind: 'stored'; key: string; etag: string | undefined; size: number | undefined; version?: number; played: PlayedFile | undefined }
  /** Ranges of stored files that follow each other. */
  | { kind: 'joined'; ranges: readonly StoredRange[]; etag: string; size: number; played: PlayedFile | undefined }
  /** `isGrowing`: it will be longer in a moment, so nobody may cache it. `etag`: it can change, so caches must ask each time. */
  | { kind: 'text'; text: string; isGrowing: boolean; etag?: string }
  /** The file was replaced; the new one is at this path. */
  | { kind: 'outdated'; path: string }
)

const chunkType = 'video/mp4'
const metadataType = 'application/json'

const isMetadata = (item: MediaItem): boolean => item.kind === 'asset' && item.type === 'METADATA_JSON'

type Playlist = Exclude<MediaItem, { kind: 'asset' | 'storyboard-track' | 'card' | 'reencoded' | 'caption' | 'live-chunk' }>

const isPlaylist = (item: MediaItem): item is Playlist => item.kind.endsWith('playlist')

/** Answers about files that never change may be cached. */
const isCacheable = ({ kind }: MediaItem): boolean =>
  kind === 'asset' || kind === 'storyboard-track' || kind === 'card' || kind === 'reencoded'

interface Asked {
  videoId: string
  sealed: string
  name: string
  item: MediaItem
}

interface MediaFilesDeps {
  db: Db
  storage: Pick<Storage, 'get'>
  grants: Grants
  readLive: ReadLiveStream
  cached: CacheLookup<MediaFile | undefined>
}

/**
 * Finds the file behind a media address. Each request checks the permission again: the video must exist, be public or have the
 * version the grant was made for, and the grant's holder must still have the right.
 */
export function createMediaFiles({ db, storage, grants, readLive, cached }: MediaFilesDeps) {
  const find = async ({ videoId, sealed, name, item }: Asked, sender: Sender | undefined): Promise<MediaFile | undefined> => {
    if (sealed === publicGrant && !grants.opensFiles) return undefined
    const grant = sealed === publicGrant ? undefined : grants.open(videoId, sealed)
    if ((!grant && sealed !== publicGrant) || grant?.scope === 'unlock') return undefined
    if (grant?.holder.kind === 'seat' && !isSeated(grants, videoId, grant.holder, sender)) return undefined
    // Only a job's owner and admins may have it.
    if (isMetadata(item) && grant?.scope !== 'own') return undefined
    const found = await findRow(db, videoId, item, grant)
    if (!found?.is_open || (grant ? grant.version !== found.access_version : !hasOpenFiles(grants, found))) {
      if (found?.opens_by_password) throw passwordRequired()
      return undefined
    }
    if (sender && !maySend(sender, found.embed_domains)) return undefined
    const { title } = found
    const described = {
      isPublic: !grant,
      // A grant of a person is one of the owner or an admin.
      mayDownload: mayDownload(found, { personId: grant?.holder.kind === 'person' ? grant.holder.id : null }),
      filesVersion: found.files_version,
      filename: nameToSave(title, name, { key: found.original_key, mime: found.original_mime }),
    }
    if (isPlaylist(item)) {
      const playlist = await readPlaylist(db, readLive, videoId, item)
      return playlist && { kind: 'text', ...playlist, contentType: playlistType, ...described }
    }
    if (item.kind === 'caption') {
      const found = await captionText(db, videoId, item.id, item.format)
      if (!found) return undefined
      const { text, etag, language } = found
      const filename = captionNameToSave(title, language, item.format)
      return { kind: 'text', text, etag, isGrowing: false, contentType: captionTypes[item.format], ...described, filename }
    }
    if (item.kind === 'live-chunk') {
      const live = await readLive(videoId)
      const chunk = live && liveChunkOf(live, item.split, item.track, item.number)
      const played = playedFile(videoId, item)
      if (!chunk) return undefined
      const sent = { etag: `"${name}"`, size: chunk.bytes, contentType: chunkType, played, ...described }
      return 'key' in chunk ? { kind: 'stored', key: chunk.key, ...sent } : { kind: 'joined', ranges: chunk.ranges, ...sent }
    }
    const stored = chosenThumbnail(item, found, grant) ?? storedFile(item, found, grant) ?? (await earlyPicture(db, videoId, name))
    const text = stored && isMetadata(item) ? await currentMetadata(db, storage, videoId, stored.key) : undefined
    if (text !== undefined) return { kind: 'text', text, isGrowing: false, contentType: metadataType, ...described }
    const version = isThumbnail(item) ? { version: found.thumbnail_version } : {}
    return stored && { kind: 'stored', ...stored, ...version, played: playedFile(videoId, item), ...described }
  }

  // Answers about public files are cached until a public video changes; playlists grow while a video is processed.
  return async (videoId: string, folder: string, name: string, version = 0, sender?: Sender): Promise<MediaFile | undefined> => {
    const item = mediaItem(name)
    const parsed = parseFolder(folder)
    if (!item || !parsed || !isUuid(videoId)) return undefined
    const { grant: sealed, filesVersion } = parsed
    const make = () => find({ videoId, sealed, name, item }, sender)
    const readFile = async (): Promise<MediaFile | undefined> => {
      if (sealed !== publicGrant || !isCacheable(item)) return make()
      const file = await cached(`${videoId}/${name}`, make)
      // Another process has changed the thumbnail or the files, and its notice has not arrived here yet.
      const hasOldThumbnail = file?.kind === 'stored' && file.version !== undefined && file.version < version
      return hasOldThumbnail || (file && file.filesVersion < filesVersion) ? make() : file
    }
    const file = await readFile()
    if (!file || file.filesVersion === filesVersion) return file
    const path = `${mediaFolder(videoId, file.filesVersion, sealed)}/${name}`
    return file.filesVersion > filesVersion && canMoveOn(item) ? { ...file, kind: 'outdated', path } : undefined
  }
}

/** A player that has chosen its quality must not get the playlist of another version for it. */
const canMoveOn = (item: MediaItem): boolean => isCacheable(item) || item.kind === 'master-playlist'

/** The playlist of the finished files or, as long as there are none, of what is being encoded. */
async function readPlaylist(db: Db, readLive: ReadLiveStream, videoId: string, item: Playlist) {
  const finished = await finishedPlaylist(db, videoId, item)
  // What lists or names captions changes with them.
  const isOfCaptions = item.kind === 'master-playlist' || item.kind === 'caption-playlist'
  if (finished !== undefined) return { text: finished, isGrowing: false, ...(isOfCaptions && { etag: tagOf(finished) }) }
  const live = await readLive(videoId)
  const text = live && (await livePlaylist(db, videoId, live, item))
  return text === undefined ? undefined : { text, isGrowing: true }
}

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

async function finishedPlaylist(db: Db, videoId: string, item: Playlist): Promise<string | undefined> {
  if (item.kind === 'playlist') return mediaPlaylistOf(db, videoId, item.format)
  if (item.kind === 'reencoded-playlist') return reencodedPlaylistOf(db, videoId, item.format)
  if (item.kind === 'caption-playlist') return captionPlaylist(db, videoId, item.id)
  return item.kind === 'master-playlist' ? masterPlaylistOf(db, videoId, await subtitleTracks(db, videoId)) : undefined
}

async function livePlaylist(db: Db, videoId: string, live: LiveStream, item: Playlist): Promise<string | undefined> {
  if (item.kind === 'caption-playlist' || item.kind === 'reencoded-playlist') return undefined
  if (item.kind === 'live-playlist') return livePlaylistOf(live, item.split, item.track)
  const listed = item.kind === 'playlist' ? item.format : item.kind === 'master-playlist' ? 'playable' : 'planned'
  return liveMasterOf(live, listed, await subtitleTracks(db, videoId))
}

interface FoundRow {
  title: string
  visibility: 'public' | 'private'
  opens_by_password: boolean
  embed_domains: string[]
  access_version: number
  original_key: string | null
  original_mime: string | null
  shared_key: string | null
  allow_download: boolean
  files_version: number
  thumbnail_key: string | null
  thumbnail_bytes: string
  thumbnail_version: number
  asset_id: string | null
  storage_key: string | null
  content_type: string | null
  file_size: string | null
  /** The file that belongs to the asset: the track of a storyboard, or the card's picture of a thumbnail. */
  second_key: string | null
  /** Known of a version in AV1. */
  second_bytes: string | null
  is_open: boolean
}

/** For a file that is stored with an asset: the asset, and the place of its key in the asset's details. */
function secondOf(item: MediaItem): { of: AssetType; path: string[] } | undefined {
  if (item.kind === 'storyboard-track') return { of: 'STORYBOARD', path: ['track'] }
  return item.kind === 'card' ? { of: 'THUMBNAIL', path: ['card'] } : undefined
}

const isType = (type: AssetType | null) => sql`select *, null::jsonb as av1 from assets where job_id = v.id and asset_type = ${type}`

/** The asset with this version in AV1: that of the quality, or of a smaller one if the quality is only left in AV1. */
const hasReencoded = (format: OutputFormat) => sql`
  select * from (
    select *, case when asset_type = ${formatTable[format].assetType} then details -> 'av1' else details #> ${['taller', format, 'av1']}::text[] end as av1
    from assets where job_id = v.id and asset_type in (${sql.join(renditionTypes)})
  ) renditions where av1 is not null`

async function findRow(db: Db, videoId: string, item: MediaItem, grant: Grant | undefined): Promise<FoundRow | undefined> {
  const assetType: AssetType | null = item.kind === 'asset' ? item.type : (secondOf(item)?.of ?? null)
  const path = secondOf(item)?.path ?? null
  const { rows } = await sql<FoundRow>`
    select v.title, v.visibility, v.opens_by_password, v.embed_domains, v.access_version, v.original_key, v.original_mime, v.shared_key, v.allow_download, v.files_version,
      v.thumbnail_key, v.thumbnail_bytes, v.thumbnail_version, a.id as asset_id, a.storage_key, a.content_type,
      a.file_size, coalesce(a.av1 ->> 'key', a.details #>> ${path}::text[]) as second_key, a.av1 ->> 'bytes' as second_bytes,
      ${grant ? accessOf[grant.holder.kind](grant.holder.id) : sql`true`} as is_open
    from videos v left join lateral (${item.kind === 'reencoded' ? hasReencoded(item.format) : isType(assetType)} limit 1) a on true
    where v.id = ${videoId}`.execute(db)
  return rows[0]
}

const keyIsValid = (keyId: string) => sql`exists (
  select from signing_keys k join users u on u.id = k.user_id where k.id = ${keyId} and k.user_id = v.user_id and u.disabled_at is null)`

/** The condition under which each holder has access. What the password opens ends with the version of the grant. */
const accessOf: Record<Holder['kind'], (id: string) => RawBuilder<unknown>> = {
  person: (id) =>
    sql`exists (select from users u where u.id = ${id} and u.disabled_at is null and (u.id = v.user_id or 'admin' = any(u.groups)))`,
  link: (id) => sql`exists (select from share_links where id = ${id} and video_id = v.id and expires_at > now())`,
  password: () => sql`v.opens_by_password`,
  token: keyIsValid,
  seat: (id) => keyIsValid(partsOfSeat(id).keyId),
  anyone: () => sql`v.visibility = 'public'`,
}

/** Whether a request comes from the network that its seat was given to. */
const isSeated = (grants: Grants, videoId: string, { id }: Holder, sender: Sender | undefined): boolean =>
  sender !== undefined && grants.networkMark(videoId, clientNetworks(sender.address)[0].key) === partsOfSeat(id).mark

type StoredFile = Pick<Extract<MediaFile, { kind: 'stored' }>, 'key' | 'etag' | 'size' | 'contentType'>

function storedFile(item: MediaItem, found: FoundRow, grant: Grant | undefined): StoredFile | undefined {
  if (item.kind === 'asset' && item.type === 'ORIGINAL') return originalFile(found, grant)
  const { asset_id, storage_key, content_type, file_size, second_key, second_bytes } = found
  if (!asset_id || !storage_key || !content_type) return undefined
  if (item.kind === 'storyboard-track') {
    return second_key ? { key: second_key, etag: `"${asset_id}-track"`, size: undefined, contentType: trackType } : undefined
  }
  if (item.kind === 'reencoded') {
    return second_key
      ? { key: second_key, etag: `"${asset_id}-${item.format}-av1"`, size: Number(second_bytes), contentType: content_type }
      : undefined
  }
  // A video of an earlier version has no picture of its own for cards.
  if (item.kind === 'card' && second_key) return { key: second_key, etag: `"${asset_id}-card"`, size: undefined, contentType: cardType }
  return { key: storage_key, etag: `"${asset_id}"`, size: Number(file_size), contentType: content_type }
}

const isThumbnail = (item: MediaItem): boolean => item.kind === 'card' || (item.kind === 'asset' && item.type === 'THUMBNAIL')

/** The thumbnail that the owner has chosen. Who saves the files of a job gets the one that the job made. */
function chosenThumbnail(item: MediaItem, found: FoundRow, grant: Grant | undefined): StoredFile | undefined {
  const { thumbnail_key: key, thumbnail_bytes } = found
  if (!key || !isThumbnail(item) || grant?.scope === 'own') return undefined
  const card = item.kind === 'card' ? chosenCardKey(key) : undefined
  const etag = `"${(card ?? key).split('/').slice(3).join('-')}"`
  return card
    ? { key: card, etag, size: undefined, contentType: cardType }
    : { key, etag, size: Number(thumbnail_bytes), contentType: 'image/jpeg' }
}

/**
 * The owner and admins download the original unchanged. Viewers get the copy without private data, if browsers can play it. Until
 * that copy exists, only the owner and admins can watch the original.
 */
function originalFile({ original_key, original_mime, shared_key }: FoundRow, grant: Grant | undefined): StoredFile | undefined {
  const watchableKey = original_mime ? (shared_key ?? (grant?.holder.kind === 'person' ? original_key : null)) : null
  const key = grant?.scope === 'own' ? original_key : watchableKey
  return key ? { key, etag: undefined, size: undefined, contentType: original_mime ?? 'application/octet-stream' } : undefined
}

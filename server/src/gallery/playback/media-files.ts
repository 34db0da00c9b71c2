import type { AssetType } from '@video-forge/contract/jobs'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { type MediaItem, mediaItem, publicGrant } from '../../platform/media-address.ts'
import type { Grant, Grants, Holder } from '../grants.ts'
import type { CacheLookup } from '../public-cache.ts'
import { nameToSave } from './file-names.ts'
import { masterPlaylistOf, mediaPlaylistOf } from './playlists.ts'

/** The file behind a media address whose holder may have it. */
export type MediaFile = {
  contentType: string
  /** Shared caches may store it. */
  isPublic: boolean
  /** The name under which a browser saves it. */
  filename: string
} & ({ kind: 'stored'; key: string; etag: string | undefined; size: number | undefined } | { kind: 'text'; text: string })

const playlistType = 'application/vnd.apple.mpegurl'
const trackType = 'text/vtt; charset=utf-8'

/** What only a job's owner and admins may have. */
const isOwnersOnly = (item: MediaItem): boolean => item.kind === 'asset' && item.type === 'METADATA_JSON'

const isPlaylist = ({ kind }: MediaItem): boolean => kind === 'playlist' || kind === 'master-playlist'

/**
 * Finds the file behind a media address. Each request checks the permission again: the video must exist, be public or have the
 * version the grant was made for, and the grant's holder must still have the right.
 */
export function createMediaFiles(db: Db, grants: Grants, cached: CacheLookup<MediaFile | undefined>) {
  const find = async (videoId: string, sealed: string, name: string, item: MediaItem): Promise<MediaFile | undefined> => {
    const grant = sealed === publicGrant ? undefined : grants.open(videoId, sealed)
    if (!grant && sealed !== publicGrant) return undefined
    if (isOwnersOnly(item) && grant?.scope !== 'own') return undefined
    const found = await findRow(db, videoId, item, grant)
    if (!found?.is_open || (grant ? grant.version !== found.access_version : found.visibility !== 'public')) return undefined
    const described = {
      isPublic: !grant,
      filename: nameToSave(found.title, name, { key: found.original_key, mime: found.original_mime }),
    }
    if (isPlaylist(item)) {
      const text = item.kind === 'playlist' ? await mediaPlaylistOf(db, videoId, item.format) : await masterPlaylistOf(db, videoId)
      return text === undefined ? undefined : { kind: 'text', text, contentType: playlistType, ...described }
    }
    const stored = storedFile(item, found, grant)
    return stored && { kind: 'stored', ...stored, ...described }
  }

  // Answers about public files are cached until a public video changes; playlists grow while a video is processed.
  return async (videoId: string, sealed: string, name: string): Promise<MediaFile | undefined> => {
    const item = mediaItem(name)
    if (!item || !isUuid(videoId)) return undefined
    const make = () => find(videoId, sealed, name, item)
    return sealed === publicGrant && !isPlaylist(item) ? cached(`${videoId}/${name}`, make) : make()
  }
}

interface FoundRow {
  title: string
  visibility: 'public' | 'private'
  access_version: number
  original_key: string | null
  original_mime: string | null
  shared_key: string | null
  asset_id: string | null
  storage_key: string | null
  content_type: string | null
  file_size: string | null
  track: string | null
  is_open: boolean
}

async function findRow(db: Db, videoId: string, item: MediaItem, grant: Grant | undefined): Promise<FoundRow | undefined> {
  const isTrack = item.kind === 'storyboard-track'
  const assetType: AssetType | null = isTrack ? 'STORYBOARD' : item.kind === 'asset' ? item.type : null
  const { rows } = await sql<FoundRow>`
    select v.title, v.visibility, v.access_version, v.original_key, v.original_mime, v.shared_key, a.id as asset_id, a.storage_key, a.content_type,
      a.file_size, ${isTrack ? sql`a.details->>'track'` : sql`null`} as track,
      ${grant ? holderHasAccess(grant.holder) : sql`true`} as is_open
    from videos v left join assets a on a.job_id = v.id and a.asset_type = ${assetType} where v.id = ${videoId}`.execute(db)
  return rows[0]
}

/** An open share link, or an enabled user who owns the video or is an admin. */
const holderHasAccess = ({ kind, id }: Holder) =>
  kind === 'link'
    ? sql`exists (select from share_links where id = ${id} and video_id = v.id and expires_at > now())`
    : sql`exists (select from users u where u.id = ${id} and u.disabled_at is null and (u.id = v.user_id or 'admin' = any(u.groups)))`

type StoredFile = Pick<Extract<MediaFile, { kind: 'stored' }>, 'key' | 'etag' | 'size' | 'contentType'>

function storedFile(item: MediaItem, found: FoundRow, grant: Grant | undefined): StoredFile | undefined {
  if (item.kind === 'asset' && item.type === 'ORIGINAL') return originalFile(found, grant)
  const { asset_id, storage_key, content_type, file_size, track } = found
  if (!asset_id || !storage_key || !content_type) return undefined
  if (item.kind === 'storyboard-track') {
    return track ? { key: track, etag: `"${asset_id}-track"`, size: undefined, contentType: trackType } : undefined
  }
  return { key: storage_key, etag: `"${asset_id}"`, size: Number(file_size), contentType: content_type }
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

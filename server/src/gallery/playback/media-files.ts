import type { AssetType } from '@video-forge/contract/jobs'
import {
  forEachRendition,
  formatTable,
  type OutputFormat,
  outputFormats,
  playlistFile,
  renditionFile,
} from '@video-forge/contract/rules/formats'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Grant, type Grants, type Holder, publicGrant } from '../grants.ts'
import type { Ask } from '../public-cache.ts'
import { nameToSave } from './file-names.ts'
import { masterPlaylistOf, mediaPlaylistOf } from './playlists.ts'

/** What an address under /media stands for, once it was found that its holder may have it. */
export type MediaFile = {
  contentType: string
  /** Anybody may keep it, since anybody may ask for it. */
  isPublic: boolean
  /** As what it is saved. */
  filename: string
} & ({ kind: 'stored'; key: string; etag: string | undefined; size: number | undefined } | { kind: 'text'; text: string })

type Named = { type: AssetType | 'TRACK'; scope: 'watch' | 'own' } | { playlist: 'master' | OutputFormat }

const byName: Record<string, Named> = {
  ...Object.fromEntries(
    outputFormats.map((format): [string, Named] => [renditionFile(format), { type: formatTable[format].assetType, scope: 'watch' }]),
  ),
  'thumbnail.jpg': { type: 'THUMBNAIL', scope: 'watch' },
  'preview.gif': { type: 'GIF', scope: 'watch' },
  'storyboard.jpg': { type: 'STORYBOARD', scope: 'watch' },
  'storyboard.vtt': { type: 'TRACK', scope: 'watch' },
  'metadata.json': { type: 'METADATA_JSON', scope: 'own' },
  original: { type: 'ORIGINAL', scope: 'watch' },
  'master.m3u8': { playlist: 'master' },
  ...Object.fromEntries(outputFormats.map((format): [string, Named] => [playlistFile(format), { playlist: format }])),
}

/** The file name of an asset in its media address. */
export const mediaName: Record<AssetType, string> = {
  ...forEachRendition(renditionFile),
  GIF: 'preview.gif',
  THUMBNAIL: 'thumbnail.jpg',
  STORYBOARD: 'storyboard.jpg',
  METADATA_JSON: 'metadata.json',
  ORIGINAL: 'original',
}

const playlistType = 'application/vnd.apple.mpegurl'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds what a media address stands for, and asks each time anew whether its holder may have it: the video must be there,
 * public or of the version the grant was made for, and the holder must still have the right.
 */
export function createMediaFiles(db: Db, grants: Grants, kept: Ask<MediaFile | undefined>) {
  const find = async (videoId: string, sealed: string, name: string): Promise<MediaFile | undefined> => {
    const named = Object.hasOwn(byName, name) ? byName[name] : undefined
    if (!named || !uuid.test(videoId)) return undefined
    const grant = sealed === publicGrant ? undefined : grants.open(videoId, sealed)
    if (!grant && sealed !== publicGrant) return undefined
    const wanted = 'type' in named ? (named.type === 'TRACK' ? 'STORYBOARD' : named.type) : null
    const { rows } = await sql<Found>`
      select v.title, v.visibility, v.access_version, v.original_key, v.original_mime, v.shared_key, a.id as asset_id, a.storage_key, a.content_type,
        a.file_size, ${named && 'type' in named && named.type === 'TRACK' ? sql`a.details->>'track'` : sql`null`} as track,
        ${grant ? stillMay(grant.holder) : sql`true`} as is_open
      from videos v left join assets a on a.job_id = v.id and a.asset_type = ${wanted} where v.id = ${videoId}`.execute(db)
    const found = rows[0]
    if (!found?.is_open || (grant ? grant.version !== found.access_version : found.visibility !== 'public')) return undefined
    const isPublic = !grant
    const filename = nameToSave(found.title, name, { key: found.original_key, mime: found.original_mime })

    if ('playlist' in named) {
      const text = named.playlist === 'master' ? await masterPlaylistOf(db, videoId) : await mediaPlaylistOf(db, videoId, named.playlist)
      return text === undefined ? undefined : { kind: 'text', text, contentType: playlistType, filename, isPublic }
    }
    if (named.scope === 'own' && grant?.scope !== 'own') return undefined
    if (named.type === 'ORIGINAL') return originalOf(found, grant, filename)
    if (!found.asset_id || !found.storage_key || !found.content_type) return undefined
    if (named.type === 'TRACK') {
      if (!found.track) return undefined
      const track = { key: found.track, etag: `"${found.asset_id}-track"`, size: undefined }
      return { kind: 'stored', ...track, contentType: 'text/vtt; charset=utf-8', filename, isPublic }
    }
    const stored = { key: found.storage_key, etag: `"${found.asset_id}"`, size: Number(found.file_size) }
    return { kind: 'stored', ...stored, contentType: found.content_type, filename, isPublic }
  }

  // What is public is known until something public changes; everything else is looked up each time.
  return (videoId: string, sealed: string, name: string): Promise<MediaFile | undefined> =>
    sealed === publicGrant && !name.endsWith('.m3u8')
      ? kept(`${videoId}/${name}`, () => find(videoId, sealed, name))
      : find(videoId, sealed, name)
}

/** A link that is open, or somebody who is not shut out and owns the video or is an admin. */
const stillMay = ({ kind, id }: Holder) =>
  kind === 'link'
    ? sql`exists (select from share_links where id = ${id} and video_id = v.id and expires_at > now())`
    : sql`exists (select from users u where u.id = ${id} and u.disabled_at is null and (u.id = v.user_id or 'admin' = any(u.groups)))`

interface Found {
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

/**
 * Its owner and admins may always have the original back as it came. Viewers get what may be shared, where a browser can play it; until
 * that is known only the owner and admins watch the original itself.
 */
function originalOf({ original_key, original_mime, shared_key }: Found, grant: Grant | undefined, filename: string): MediaFile | undefined {
  const watched = original_mime ? (shared_key ?? (grant?.holder.kind === 'person' ? original_key : null)) : null
  const key = grant?.scope === 'own' ? original_key : watched
  if (!key) return undefined
  const contentType = original_mime ?? 'application/octet-stream'
  return { kind: 'stored', key, etag: undefined, size: undefined, contentType, filename, isPublic: !grant }
}

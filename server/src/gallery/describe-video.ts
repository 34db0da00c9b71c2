import type { Video } from '@video-forge/contract/gallery'
import { hasPictures, hasThumbnail } from '@video-forge/contract/rules/video-rules'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { shownTags } from '../platform/database/tag-columns.ts'
import { shownVisibility } from '../platform/database/visibility.ts'
import { assetName, cardName, thumbnailFile } from '../platform/media-address.ts'
import { hasPublicName } from './public-pages/public-name.ts'
import type { Right } from './viewer.ts'

const videoColumns = [
  'id',
  'user_id',
  'title',
  'description',
  'visibility',
  'status',
  'duration',
  'width',
  'height',
  'video_codec',
  'audio_codec',
  'created_at',
  'access_version',
  'shared_key',
  'lacks_pictures',
  'tags',
  'tag_names',
  'show_views',
  'view_count',
  'thumbnail_key',
  'thumbnail_version',
  'files_version',
  'opens_by_password',
  'embed_domains',
  'allow_download',
] as const

/** The public name of the owner, if there is one. */
const ownerName = sql<string | null>`(select username from users where users.id = videos.user_id and ${hasPublicName})`.as('owner_name')

/** Not the hash itself, which only unlocking needs. */
const hasPassword = sql<boolean>`password_hash is not null`.as('has_password')

/** What describing a video needs, for a query on `videos`. */
export const describedColumns = [...videoColumns, ownerName, hasPassword] as const

export type VideoRow = Pick<Selectable<Tables['videos']>, (typeof videoColumns)[number]> & {
  owner_name: string | null
  has_password: boolean
}

/** An uploaded video without renditions is still processing for everybody but its owner and admins, until its original may be shared. */
export const statusFor = ({ status, shared_key }: Pick<VideoRow, 'status' | 'shared_key'>, { personId }: Right): VideoRow['status'] =>
  status === 'uploaded' && !shared_key && !personId ? 'processing' : status

/** The address of a video's thumbnail in this folder; null when it has none. */
export const thumbnailOf = (
  { status, lacks_pictures, thumbnail_key, thumbnail_version }: VideoRow,
  base: string,
  name?: string,
): string | null =>
  hasThumbnail({ status, lacksPictures: lacks_pictures, chosenKey: thumbnail_key })
    ? `${base}/${thumbnailFile(thumbnail_version, name)}`
    : null

/** A video as cards show it. `base` is the folder of its files for this viewer. */
export function describeVideo(row: VideoRow, base: string, right: Right): Video {
  const isPictured = hasPictures(row.status, row.lacks_pictures)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: shownVisibility(row),
    status: statusFor(row, right),
    thumbnailUrl: thumbnailOf(row, base),
    cardUrl: thumbnailOf(row, base, cardName),
    previewUrl: isPictured ? `${base}/${assetName.GIF}` : null,
    duration: row.duration,
    resolution: row.width && row.height ? `${row.width}x${row.height}` : null,
    videoCodec: row.video_codec,
    audioCodec: row.audio_codec,
    createdAt: row.created_at.toISOString(),
    owner: row.owner_name === null ? null : { username: row.owner_name, name: row.owner_name },
    tags: shownTags(row),
    views: row.show_views ? Number(row.view_count) : null,
    hasPassword: row.has_password,
  }
}

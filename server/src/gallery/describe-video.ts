import type { Video } from '@video-forge/contract/gallery'
import { hasPictures } from '@video-forge/contract/rules/video-rules'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { assetName } from '../platform/media-address.ts'
import type { Right } from './viewer.ts'

export const videoColumns = [
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
  'show_views',
  'view_count',
] as const

export type VideoRow = Pick<Selectable<Tables['videos']>, (typeof videoColumns)[number]>

/** An uploaded video without renditions is still processing for everybody but its owner and admins, until its original may be shared. */
export const statusFor = ({ status, shared_key }: Pick<VideoRow, 'status' | 'shared_key'>, { personId }: Right): VideoRow['status'] =>
  status === 'uploaded' && !shared_key && !personId ? 'processing' : status

/** A video as cards show it. `base` is the folder of its files for this viewer. */
export function describeVideo(row: VideoRow, base: string, right: Right): Video {
  const isPictured = hasPictures(row.status, row.lacks_pictures)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    status: statusFor(row, right),
    thumbnailUrl: isPictured ? `${base}/${assetName.THUMBNAIL}` : null,
    previewUrl: isPictured ? `${base}/${assetName.GIF}` : null,
    duration: row.duration,
    resolution: row.width && row.height ? `${row.width}x${row.height}` : null,
    videoCodec: row.video_codec,
    audioCodec: row.audio_codec,
    createdAt: row.created_at.toISOString(),
    views: row.show_views ? Number(row.view_count) : null,
  }
}

import type { Video } from '@video-forge/contract/gallery'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { type Grants, publicGrant } from './grants.ts'
import { holderOf, type Right } from './viewer.ts'

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
] as const

export type VideoRow = Pick<Selectable<Tables['videos']>, (typeof videoColumns)[number]>

/** The beginning of a video's media addresses for whoever sees it by this right. */
export function mediaBase(grants: Grants, row: Pick<VideoRow, 'id' | 'visibility' | 'access_version'>, right: Right): string {
  const { id, visibility, access_version: version } = row
  if (visibility === 'public') return `/media/${id}/${publicGrant}`
  return `/media/${id}/${grants.seal(id, { scope: 'watch', version, ...holderOf(right) })}`
}

/** A video as cards show it. `base` is where its files are for this viewer. */
export function describeVideo(row: VideoRow, base: string): Video {
  const isReady = row.status === 'ready'
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    status: row.status,
    thumbnailUrl: isReady ? `${base}/thumbnail.jpg` : null,
    previewUrl: isReady ? `${base}/preview.gif` : null,
    duration: row.duration,
    resolution: row.width && row.height ? `${row.width}x${row.height}` : null,
    videoCodec: row.video_codec,
    audioCodec: row.audio_codec,
    createdAt: row.created_at.toISOString(),
  }
}

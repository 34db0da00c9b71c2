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
  'shared_key',
] as const

export type VideoRow = Pick<Selectable<Tables['videos']>, (typeof videoColumns)[number]>

type Addressed = Pick<VideoRow, 'id' | 'visibility' | 'access_version'>

/** The beginning of a video's media addresses for whoever sees it by this right. */
export const mediaBase = (grants: Grants, row: Addressed, right: Right): string =>
  row.visibility === 'public' ? `/media/${row.id}/${publicGrant}` : signedBase(grants, row, right)

/** The same for the original, which its owner and admins may have before everybody may. */
export const originalBase = (grants: Grants, row: VideoRow, right: Right): string =>
  right.personId && !row.shared_key ? signedBase(grants, row, right) : mediaBase(grants, row, right)

const signedBase = (grants: Grants, { id, access_version: version }: Addressed, right: Right): string =>
  `/media/${id}/${grants.seal(id, { scope: 'watch', version, ...holderOf(right) })}`

/** Until others may have the original, a video of which nothing else was made is still in the making to them. */
export const statusFor = ({ status, shared_key }: Pick<VideoRow, 'status' | 'shared_key'>, { personId }: Right): VideoRow['status'] =>
  status === 'uploaded' && !shared_key && !personId ? 'processing' : status

/** A video as cards show it. `base` is where its files are for this viewer. */
export function describeVideo(row: VideoRow, base: string, right: Right): Video {
  const isReady = row.status === 'ready'
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    status: statusFor(row, right),
    thumbnailUrl: isReady ? `${base}/thumbnail.jpg` : null,
    previewUrl: isReady ? `${base}/preview.gif` : null,
    duration: row.duration,
    resolution: row.width && row.height ? `${row.width}x${row.height}` : null,
    videoCodec: row.video_codec,
    audioCodec: row.audio_codec,
    createdAt: row.created_at.toISOString(),
  }
}

import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { formatOfType, renditionFile, renditionTypes } from '@video-forge/contract/rules/formats'
import { isWatchable, type Quality, qualityLabel, type VideoStatus } from '@video-forge/contract/rules/video-rules'
import { sentences } from '@video-forge/contract/sentences'
import type { Db } from '../../platform/database/database.ts'
import { assetName, masterPlaylistName } from '../../platform/media-address.ts'
import { statusFor } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase, originalBase } from '../media-addresses.ts'
import { type SeenVideo, seeVideo } from '../see-video.ts'
import { holderOf, type Viewer } from '../viewer.ts'
import { nearestQuality } from './renditions.ts'

type Stream = Omit<Output<'GET /gallery/videos/{id}/stream'>, 'success'>

const messages: Partial<Record<VideoStatus, string>> = {
  failed: 'Processing this video failed.',
  processing: 'This video is still being processed.',
}
const notWatchable = (status: VideoStatus) =>
  new Failure('CONFLICT', messages[status] ?? 'This video has nothing to play yet.', { extra: { status } })

/** Where this viewer plays a video from, in the requested quality or the nearest one. */
export async function streamVideo(
  { db, grants, origin }: { db: Db; grants: Grants; origin: string },
  id: string,
  viewer: Viewer,
  requested: Quality,
): Promise<Stream> {
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  const { video, right } = seen
  if (!isWatchable(video.status)) throw notWatchable(video.status)
  const qualities = await qualitiesFor(db, seen)
  const quality = nearestQuality(
    requested,
    qualities.map((each) => each.quality),
  )
  const chosen = qualities.find((each) => each.quality === quality)
  if (!chosen) throw notWatchable(statusFor(video, right))
  const isOriginal = chosen.quality === 'original'
  const base = origin + mediaBase(grants, video, right)
  const isSigned = !right.isPublic || (isOriginal && !video.shared_key)
  return {
    streamUrl:
      chosen.quality === 'original'
        ? `${origin}${originalBase(grants, video, right)}/${assetName.ORIGINAL}`
        : `${base}/${renditionFile(chosen.quality)}`,
    hlsUrl: qualities.some((each) => each.quality !== 'original') ? `${base}/${masterPlaylistName}` : null,
    stream: {
      quality: chosen.quality,
      resolution: chosen.resolution,
      duration: video.duration,
      mimeType: isOriginal ? (video.original_mime ?? 'video/mp4') : 'video/mp4',
      note: chosen.quality === requested ? null : `${qualityLabel(requested)} is not available; this is ${qualityLabel(chosen.quality)}.`,
    },
    qualities,
    expiresAt: isSigned ? new Date(holderOf(right).expires * 1000).toISOString() : null,
  }
}

/** The renditions, largest first, then the original if this viewer may watch it. */
async function qualitiesFor(db: Db, { video, right }: SeenVideo): Promise<Stream['qualities']> {
  const assets = await db
    .selectFrom('assets')
    .select(['asset_type', 'file_size', 'width', 'height'])
    .where('job_id', '=', video.id)
    .where('asset_type', 'in', [...renditionTypes, 'ORIGINAL'])
    .execute()
  const qualities = assets.flatMap(({ asset_type, file_size, width, height }): Stream['qualities'] => {
    const quality = formatOfType(asset_type)
    return quality ? [{ quality, resolution: resolutionOf(width, height), size: Number(file_size) }] : []
  })
  qualities.sort((a, b) => b.size - a.size)
  if (video.original_key && video.original_mime && (video.shared_key || right.personId)) {
    const size = Number(assets.find(({ asset_type }) => asset_type === 'ORIGINAL')?.file_size ?? 0)
    qualities.push({ quality: 'original', resolution: resolutionOf(video.width, video.height), size })
  }
  return qualities
}

const resolutionOf = (width: number | null, height: number | null): string | null => (width && height ? `${width}x${height}` : null)

import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { formatOfType, renditionFile, renditionTypes } from '@video-forge/contract/rules/formats'
import { isWatchable, type Quality, qualityLabel, type VideoStatus } from '@video-forge/contract/rules/video-rules'
import type { Db } from '../../platform/database/database.ts'
import { mediaBase, originalBase, statusFor } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { seeVideo } from '../see-video.ts'
import { holderOf, type Viewer } from '../viewer.ts'
import { nearestQuality } from './renditions.ts'

type Stream = Omit<Output<'GET /gallery/videos/{id}/stream'>, 'success'>

const messages: Partial<Record<VideoStatus, string>> = {
  failed: 'This video could not be made.',
  processing: 'This video is still being processed.',
}
const notWatchable = (status: VideoStatus) =>
  new Failure('CONFLICT', messages[status] ?? 'There is nothing of this video to play.', { extra: { status } })

/** Where a video plays from for this viewer, in the quality asked for or the nearest one. */
export async function streamVideo(
  parts: { db: Db; grants: Grants; origin: string },
  id: string,
  viewer: Viewer,
  asked: Quality,
): Promise<Stream> {
  const { db, grants, origin } = parts
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', 'Video not found')
  const { video, right } = seen
  if (!isWatchable(video.status)) throw notWatchable(video.status)
  const assets = await db
    .selectFrom('assets')
    .select(['asset_type', 'file_size', 'width', 'height'])
    .where('job_id', '=', id)
    .where('asset_type', 'in', [...renditionTypes, 'ORIGINAL'])
    .execute()

  const qualities: Stream['qualities'] = []
  for (const { asset_type, file_size, width, height } of assets) {
    const quality = formatOfType(asset_type)
    if (quality) qualities.push({ quality, resolution: width && height ? `${width}x${height}` : null, size: Number(file_size) })
  }
  qualities.sort((a, b) => b.size - a.size)
  const hasRenditions = qualities.length > 0
  if (video.original_key && video.original_mime && (video.shared_key || right.personId)) {
    const size = Number(assets.find(({ asset_type }) => asset_type === 'ORIGINAL')?.file_size ?? 0)
    qualities.push({ quality: 'original', resolution: video.width && video.height ? `${video.width}x${video.height}` : null, size })
  }

  const quality = nearestQuality(
    asked,
    qualities.map((each) => each.quality),
  )
  const chosen = qualities.find((each) => each.quality === quality)
  if (!chosen) throw notWatchable(statusFor(video, right))
  const base = origin + mediaBase(grants, video, right)
  const isSigned = !right.isPublic || (chosen.quality === 'original' && !video.shared_key)
  return {
    streamUrl:
      chosen.quality === 'original'
        ? `${origin}${originalBase(grants, video, right)}/original`
        : `${base}/${renditionFile(chosen.quality)}`,
    hlsUrl: hasRenditions ? `${base}/master.m3u8` : null,
    stream: {
      quality: chosen.quality,
      resolution: chosen.resolution,
      duration: video.duration,
      mimeType: chosen.quality === 'original' ? (video.original_mime ?? 'video/mp4') : 'video/mp4',
      note: chosen.quality === asked ? null : `${qualityLabel(asked)} is not available; this is ${qualityLabel(chosen.quality)}.`,
    },
    qualities,
    expiresAt: isSigned ? new Date(holderOf(right).expires * 1000).toISOString() : null,
  }
}

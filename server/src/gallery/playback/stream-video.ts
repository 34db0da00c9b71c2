import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { formatOfType, playlistFile, renditionFile, renditionTypes } from '@video-forge/contract/rules/formats'
import { videoCodecs } from '@video-forge/contract/rules/reencode-rules'
import {
  isWatchable,
  type Quality,
  qualityLabel,
  qualities as qualityOrder,
  type VideoStatus,
} from '@video-forge/contract/rules/video-rules'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { assetName, livePlannedName, masterPlaylistName, playlistType } from '../../platform/media-address.ts'
import { statusFor } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { hasOpenFiles, mediaBase, originalBase } from '../media-addresses.ts'
import { type SeenVideo, seeVideo } from '../see-video.ts'
import { holderOf, type Viewer } from '../viewer.ts'
import { isPlayable, type LiveRendition, type LiveStream, playableSeconds, type ReadLiveStream } from './live-stream.ts'
import { nearestQuality } from './renditions.ts'

type Stream = Omit<Output<'GET /gallery/videos/{id}/stream'>, 'success'>

const messages: Partial<Record<VideoStatus, string>> = {
  failed: 'Processing this video failed.',
  processing: 'This video is still being processed.',
}
const notWatchable = (status: VideoStatus) =>
  new Failure('CONFLICT', messages[status] ?? 'This video has nothing to play yet.', { extra: { status } })

interface Wish {
  quality: Quality
  /** `false` for a browser that cannot play it. */
  original: 'true' | 'false'
}

/** Where this viewer plays a video from, in the requested quality or the nearest one. */
export async function streamVideo(
  { db, grants, readLive, origin }: { db: Db; grants: Grants; readLive: ReadLiveStream; origin: string },
  id: string,
  viewer: Viewer,
  { quality: requested, original }: Wish,
): Promise<Stream> {
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  const { video, right } = seen
  if (!isWatchable(video.status)) throw notWatchable(video.status)
  // Who plays the original needs nothing that is still being encoded.
  const playsOriginal = original === 'true' && hasOriginal(seen)
  const live = playsOriginal ? undefined : await runningStream(readLive, id)
  const { qualities, codecs, isLive } = await qualitiesFor(db, seen, live)
  const playable = qualities.map((each) => each.quality).filter((each) => each !== 'original' || playsOriginal)
  const quality = nearestQuality(requested, playable)
  const chosen = qualities.find((each) => each.quality === quality)
  if (!chosen) throw notWatchable(statusFor(video, right))
  const isOriginal = chosen.quality === 'original'
  const encoded = isLive ? live?.renditions.find(({ format }) => format === chosen.quality) : undefined
  const base = origin + mediaBase(grants, video, right)
  const isSigned = !hasOpenFiles(grants, video) || (isOriginal && !video.shared_key)
  return {
    streamUrl:
      chosen.quality === 'original'
        ? `${origin}${originalBase(grants, video, right)}/${assetName.ORIGINAL}`
        : `${base}/${isLive ? playlistFile(chosen.quality) : renditionFile(chosen.quality)}`,
    liveUrl: live ? `${base}/${livePlannedName}` : null,
    hlsUrl: qualities.some((each) => each.quality !== 'original') ? `${base}/${masterPlaylistName}` : null,
    codecs,
    stream: {
      quality: chosen.quality,
      resolution: chosen.resolution,
      duration: video.duration,
      mimeType: isLive ? playlistType : isOriginal ? (video.original_mime ?? 'video/mp4') : 'video/mp4',
      live: isLive,
      playableSeconds: live && encoded ? secondsSoFar(live, encoded) : null,
      note: chosen.quality === requested ? null : `${qualityLabel(requested)} is not available; this is ${qualityLabel(chosen.quality)}.`,
    },
    qualities,
    version: video.files_version,
    expiresAt: isSigned ? new Date(holderOf(right).expires * 1000).toISOString() : null,
  }
}

/** Whether this viewer may watch the original. */
const hasOriginal = ({ video, right }: SeenVideo): boolean =>
  Boolean(video.original_key && video.original_mime && (video.shared_key || right.personId))

/** What can be played while the job runs. */
async function runningStream(readLive: ReadLiveStream, id: string): Promise<LiveStream | undefined> {
  const live = await readLive(id)
  return live && !live.isEnded && live.renditions.some((rendition) => isPlayable(live, rendition)) ? live : undefined
}

const secondsSoFar = (live: LiveStream, rendition: LiveRendition): number => Math.round(playableSeconds(live, rendition) * 1000) / 1000

/** One that is complete says so, though its file is published together with the others. */
const liveQualities = (live: LiveStream): Stream['qualities'] =>
  live.renditions
    .filter((rendition) => isPlayable(live, rendition))
    .map((rendition) => ({
      quality: rendition.format,
      resolution: `${rendition.width}x${rendition.height}`,
      size: 0,
      playableSeconds: rendition.isComplete && (live.audio?.isComplete ?? true) ? null : secondsSoFar(live, rendition),
    }))

/** The renditions, largest first, then the original if this viewer may watch it. */
async function qualitiesFor(
  db: Db,
  { video, right }: SeenVideo,
  live: LiveStream | undefined,
): Promise<Pick<Stream, 'qualities' | 'codecs'> & { isLive: boolean }> {
  const assets = await db
    .selectFrom('assets')
    .select(['asset_type', 'file_size', 'width', 'height', sql<boolean>`details ?| '{av1,taller}'`.as('has_av1')])
    .where('job_id', '=', video.id)
    .where('asset_type', 'in', [...renditionTypes, 'ORIGINAL'])
    .execute()
  const qualities = assets.flatMap(({ asset_type, file_size, width, height }): Stream['qualities'] => {
    const quality = formatOfType(asset_type)
    return quality ? [{ quality, resolution: resolutionOf(width, height), size: Number(file_size), playableSeconds: null }] : []
  })
  const isLive = live !== undefined && qualities.length === 0
  if (isLive) qualities.push(...liveQualities(live))
  qualities.sort((a, b) => qualityOrder.indexOf(a.quality) - qualityOrder.indexOf(b.quality))
  if (hasOriginal({ video, right })) {
    const size = Number(assets.find(({ asset_type }) => asset_type === 'ORIGINAL')?.file_size ?? 0)
    qualities.push({ quality: 'original', resolution: resolutionOf(video.width, video.height), size, playableSeconds: null })
  }
  const isAdaptive = qualities.some(({ quality }) => quality !== 'original')
  const hasAv1 = assets.some(({ has_av1 }) => has_av1)
  return { qualities, isLive, codecs: videoCodecs.filter((codec) => (codec === 'av1' ? hasAv1 : isAdaptive)) }
}

const resolutionOf = (width: number | null, height: number | null): string | null => (width && height ? `${width}x${height}` : null)

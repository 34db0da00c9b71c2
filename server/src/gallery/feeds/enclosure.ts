import { formatOfType, type OutputFormat, type RenditionType, renditionFile, renditionTypes } from '@video-forge/contract/rules/formats'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { mediaFolder, parseMediaPath } from '../../platform/media-address.ts'
import { nearestQuality } from '../playback/renditions.ts'
import { isListed } from './listed-video.ts'

/** The file of a video that podcast apps play. */
export interface Enclosure {
  format: OutputFormat
  bytes: number
  width: number | null
  height: number | null
}

/** Large enough for a television, small enough for a phone on the move. */
const preferred = '720p'

/** Its address stays the same when the video is encoded again. */
export const enclosurePath = (videoId: string): string => `/feeds/enclosures/${videoId}.mp4`

/** The renditions for feeds, by video. One without any has no entry, nor one that viewers must not save. */
export async function readEnclosures(db: Db, videoIds: readonly string[]): Promise<Map<string, Enclosure>> {
  if (videoIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('assets')
    .innerJoin('videos', 'videos.id', 'job_id')
    .select(['job_id', 'asset_type', 'file_size', 'assets.width', 'assets.height'])
    .where('job_id', 'in', videoIds)
    // Podcast apps save what they are given.
    .where('allow_download', '=', true)
    .where('asset_type', 'in', renditionTypes as RenditionType[])
    .execute()
  const found = new Map<string, Enclosure[]>()
  for (const { job_id, asset_type, file_size, width, height } of rows) {
    const format = formatOfType(asset_type)
    if (format) found.set(job_id, [...(found.get(job_id) ?? []), { format, bytes: Number(file_size), width, height }])
  }
  return new Map(
    [...found].flatMap(([id, all]) => {
      const best = nearestQuality(
        preferred,
        all.map(({ format }) => format),
      )
      const enclosure = all.find(({ format }) => format === best)
      return enclosure ? [[id, enclosure] as const] : []
    }),
  )
}

/** The media address of the file behind an enclosure, if every stranger may watch the video and save it. */
export async function findEnclosure(db: Db, videoId: string) {
  if (!isUuid(videoId)) return undefined
  const video = await db.selectFrom('videos').select('files_version').where('id', '=', videoId).where(isListed).executeTakeFirst()
  const enclosure = video && (await readEnclosures(db, [videoId])).get(videoId)
  return enclosure && parseMediaPath(`${mediaFolder(videoId, video.files_version)}/${renditionFile(enclosure.format)}`)
}

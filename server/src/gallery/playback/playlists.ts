import {
  formatOfType,
  formatTable,
  type OutputFormat,
  outputFormats,
  playlistFile,
  renditionFile,
  renditionTypes,
} from '@video-forge/contract/rules/formats'
import { masterPlaylist, mediaPlaylist, type Variant } from '@video-forge/media/mp4/hls-playlist'
import type { SubtitleTrack } from '@video-forge/media/mp4/subtitle-playlist'
import * as z from 'zod'
import type { Db } from '../../platform/database/database.ts'

/** The details of a rendition's asset, as the pipeline stores them. */
export const renditionDetails = z.object({
  frameRate: z.number(),
  index: z.object({
    initBytes: z.number(),
    segments: z.array(z.object({ offset: z.number(), bytes: z.number(), seconds: z.number() })),
    codecs: z.array(z.string()),
  }),
})

const selectAssets = (db: Db, videoId: string) =>
  db.selectFrom('assets').select(['asset_type', 'width', 'height', 'details']).where('job_id', '=', videoId)

/** The playlist of all renditions, tallest first; undefined when there are none. */
export async function masterPlaylistOf(db: Db, videoId: string, subtitles: readonly SubtitleTrack[]): Promise<string | undefined> {
  const rows = await selectAssets(db, videoId).where('asset_type', 'in', renditionTypes).execute()
  const variants = rows.flatMap(({ asset_type, width, height, details: stored }): (Variant & { format: OutputFormat })[] => {
    const format = formatOfType(asset_type)
    const parsed = renditionDetails.safeParse(stored)
    if (!format || !parsed.success || !width || !height) return []
    const { index, frameRate } = parsed.data
    return [{ format, uri: playlistFile(format), width, height, frameRate, codecs: index.codecs, index }]
  })
  variants.sort((a, b) => outputFormats.indexOf(a.format) - outputFormats.indexOf(b.format))
  return variants.length > 0 ? masterPlaylist(variants, subtitles) : undefined
}

/** The playlist of one rendition: its segments are byte ranges of the rendition's file. */
export async function mediaPlaylistOf(db: Db, videoId: string, format: OutputFormat): Promise<string | undefined> {
  const row = await selectAssets(db, videoId).where('asset_type', '=', formatTable[format].assetType).executeTakeFirst()
  const parsed = renditionDetails.safeParse(row?.details)
  return parsed.success ? mediaPlaylist(parsed.data.index, renditionFile(format)) : undefined
}

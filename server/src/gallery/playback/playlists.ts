import {
  formatOfType,
  formatTable,
  type OutputFormat,
  outputFormats,
  playlistFile,
  reencodedFile,
  reencodedPlaylistFile,
  renditionFile,
  renditionTypes,
} from '@video-forge/contract/rules/formats'
import { masterPlaylist, mediaPlaylist, type Variant } from '@video-forge/media/mp4/hls-playlist'
import type { SubtitleTrack } from '@video-forge/media/mp4/subtitle-playlist'
import * as z from 'zod'
import type { Db } from '../../platform/database/database.ts'

const streamIndex = z.object({
  initBytes: z.number(),
  segments: z.array(z.object({ offset: z.number(), bytes: z.number(), seconds: z.number() })),
  codecs: z.array(z.string()),
})

const reencoded = z.object({ index: streamIndex })

/**
 * The details of a rendition's asset, as the pipeline stores them. `av1`: its version in AV1, once that is made. `taller`: qualities that are
 * only left in AV1.
 */
export const renditionDetails = z.object({
  frameRate: z.number(),
  index: streamIndex,
  av1: reencoded.optional().catch(undefined),
  taller: z
    .partialRecord(z.enum(outputFormats), z.object({ width: z.number(), height: z.number(), frameRate: z.number(), av1: reencoded }))
    .catch({})
    .default({}),
})

const selectAssets = (db: Db, videoId: string) =>
  db.selectFrom('assets').select(['asset_type', 'width', 'height', 'details']).where('job_id', '=', videoId)

/** The playlist of all renditions, tallest first; undefined when there are none. */
export async function masterPlaylistOf(db: Db, videoId: string, subtitles: readonly SubtitleTrack[]): Promise<string | undefined> {
  const rows = await selectAssets(db, videoId).where('asset_type', 'in', renditionTypes).execute()
  const renditions = rows.flatMap(({ asset_type, width, height, details: stored }) => {
    const format = formatOfType(asset_type)
    const parsed = renditionDetails.safeParse(stored)
    return format && parsed.success && width && height ? [{ format, width, height, ...parsed.data }] : []
  })
  renditions.sort((a, b) => outputFormats.indexOf(a.format) - outputFormats.indexOf(b.format))
  const variantOf = (
    uri: string,
    { width, height, frameRate }: Pick<Variant, 'width' | 'height' | 'frameRate'>,
    index: z.infer<typeof streamIndex>,
  ): Variant => ({
    ...{ uri, width, height, frameRate, codecs: index.codecs, index },
  })
  const inAv1 = outputFormats.flatMap((format) => {
    const own = renditions.find((rendition) => rendition.format === format)
    const made = own?.av1 ? { ...own, av1: own.av1 } : renditions.flatMap(({ taller }) => taller[format] ?? [])[0]
    return made ? [variantOf(reencodedPlaylistFile(format), made, made.av1.index)] : []
  })
  // H.264 first: some players start with the first variant that they know.
  const variants = [...renditions.map((rendition) => variantOf(playlistFile(rendition.format), rendition, rendition.index)), ...inAv1]
  return variants.length > 0 ? masterPlaylist(variants, subtitles) : undefined
}

async function readDetails(db: Db, videoId: string, format: OutputFormat) {
  const row = await selectAssets(db, videoId).where('asset_type', '=', formatTable[format].assetType).executeTakeFirst()
  return renditionDetails.safeParse(row?.details).data
}

/** The playlist of one rendition: its segments are byte ranges of the rendition's file. */
export async function mediaPlaylistOf(db: Db, videoId: string, format: OutputFormat): Promise<string | undefined> {
  const details = await readDetails(db, videoId, format)
  return details && mediaPlaylist(details.index, renditionFile(format))
}

/** The same of its version in AV1. */
export async function reencodedPlaylistOf(db: Db, videoId: string, format: OutputFormat): Promise<string | undefined> {
  const rows = await selectAssets(db, videoId).where('asset_type', 'in', renditionTypes).execute()
  const [made] = rows.flatMap(({ asset_type, details: stored }) => {
    const details = renditionDetails.safeParse(stored).data
    return (formatOfType(asset_type) === format ? details?.av1 : details?.taller[format]?.av1) ?? []
  })
  return made && mediaPlaylist(made.index, reencodedFile(format))
}

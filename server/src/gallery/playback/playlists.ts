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
import * as z from 'zod'
import type { Db } from '../../platform/database/database.ts'

/** What the pipeline wrote down about a rendition when it was made. */
const details = z.object({
  frameRate: z.number(),
  index: z.object({
    initBytes: z.number(),
    segments: z.array(z.object({ offset: z.number(), bytes: z.number(), seconds: z.number() })),
    codecs: z.array(z.string()),
  }),
})

const select = (db: Db, videoId: string) =>
  db.selectFrom('assets').select(['asset_type', 'width', 'height', 'details']).where('job_id', '=', videoId)

/** The adaptive stream over all renditions, tallest first; undefined when there are none. */
export async function masterPlaylistOf(db: Db, videoId: string): Promise<string | undefined> {
  const rows = await select(db, videoId).where('asset_type', 'in', renditionTypes).execute()
  const variants = rows.flatMap(({ asset_type, width, height, details: kept }): (Variant & { format: OutputFormat })[] => {
    const format = formatOfType(asset_type)
    const known = details.safeParse(kept)
    if (!format || !known.success || !width || !height) return []
    const { index, frameRate } = known.data
    return [{ format, uri: playlistFile(format), width, height, frameRate, codecs: index.codecs, index }]
  })
  variants.sort((a, b) => outputFormats.indexOf(a.format) - outputFormats.indexOf(b.format))
  return variants.length > 0 ? masterPlaylist(variants) : undefined
}

/** One rendition's segments, as ranges of the file that lies beside the playlist. */
export async function mediaPlaylistOf(db: Db, videoId: string, format: OutputFormat): Promise<string | undefined> {
  const row = await select(db, videoId).where('asset_type', '=', formatTable[format].assetType).executeTakeFirst()
  const known = details.safeParse(row?.details)
  return known.success ? mediaPlaylist(known.data.index, renditionFile(format)) : undefined
}

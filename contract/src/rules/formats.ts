/**
 * Every output format, tallest first. A new format is one line here, the same line in media/src/planning/formats.ts (media imports no
 * other workspace) and its tests; tests/formats.test.ts compares the two tables. All else is derived.
 */
export const formatTable = {
  '4k': { height: 2160, assetType: 'TRANSCODE_4K', label: '4K' },
  '1080p': { height: 1080, assetType: 'TRANSCODE_1080', label: '1080p' },
  '720p': { height: 720, assetType: 'TRANSCODE_720', label: '720p' },
  '480p': { height: 480, assetType: 'TRANSCODE_480', label: '480p' },
} as const

export type OutputFormat = keyof typeof formatTable
export type RenditionType = (typeof formatTable)[OutputFormat]['assetType']

const isOutputFormat = (name: string): name is OutputFormat => Object.hasOwn(formatTable, name)

export const outputFormats: readonly OutputFormat[] = Object.keys(formatTable).filter(isOutputFormat)
export const renditionTypes: readonly RenditionType[] = outputFormats.map((format) => formatTable[format].assetType)
export const defaultFormats: readonly OutputFormat[] = ['720p']

export const formatOfType = (assetType: string): OutputFormat | undefined =>
  outputFormats.find((format) => formatTable[format].assetType === assetType)

/** The name of a rendition in storage and in its media address. */
export const renditionFile = (format: OutputFormat): string => `${format}.mp4`
export const playlistFile = (format: OutputFormat): string => `${format}.m3u8`
/** The same of the version in AV1, which is made in idle hours. */
export const reencodedFile = (format: OutputFormat): string => `${format}-av1.mp4`
export const reencodedPlaylistFile = (format: OutputFormat): string => `${format}-av1.m3u8`

export function forEachRendition<T>(make: (format: OutputFormat) => T): Record<RenditionType, T> {
  const entries = outputFormats.map((format) => [formatTable[format].assetType, make(format)] as const)
  return Object.fromEntries(entries) as Record<RenditionType, T>
}

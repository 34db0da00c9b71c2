import type { AssetType } from '@video-forge/contract/jobs'
import type { OutputFormat } from '@video-forge/contract/rules/job-rules'
import { outputFormats } from '@video-forge/contract/rules/job-rules'
import type { Quality } from '@video-forge/contract/rules/video-rules'

export const renditionType: Record<OutputFormat, AssetType> = {
  '4k': 'TRANSCODE_4K',
  '1080p': 'TRANSCODE_1080',
  '720p': 'TRANSCODE_720',
  '480p': 'TRANSCODE_480',
}

const heights: Record<OutputFormat, number> = { '4k': 2160, '1080p': 1080, '720p': 720, '480p': 480 }

export const qualityLabel = (quality: Quality): string => (quality === 'original' ? 'Original' : quality === '4k' ? '4K' : quality)

export const formatOfType = (type: AssetType): OutputFormat | undefined => outputFormats.find((format) => renditionType[format] === type)

/** The requested quality, or the nearest rendition (the smaller of two equally near ones), or the original when there is nothing else. */
export function nearestQuality(requested: Quality, available: readonly Quality[]): Quality | undefined {
  if (available.includes(requested)) return requested
  const renditions = outputFormats.filter((format) => available.includes(format))
  if (requested === 'original') return renditions[0]
  const distance = (format: OutputFormat) => Math.abs(Math.log2(heights[format] / heights[requested]))
  return renditions.reverse().sort((a, b) => distance(a) - distance(b))[0] ?? available[0]
}

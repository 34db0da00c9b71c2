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

export const formatOfType = (type: AssetType): OutputFormat | undefined => outputFormats.find((format) => renditionType[format] === type)

/** How tall each quality is, to find the nearest one. */
const lines: Record<OutputFormat, number> = { '4k': 2160, '1080p': 1080, '720p': 720, '480p': 480 }

/** The one asked for, or the nearest rendition (the smaller of two equally near ones), or the original when there is nothing else. */
export function nearestQuality(wanted: Quality, available: readonly Quality[]): Quality | undefined {
  if (available.includes(wanted)) return wanted
  const made = outputFormats.filter((format) => available.includes(format))
  if (wanted === 'original') return made[0]
  const distance = (format: OutputFormat) => Math.abs(Math.log2(lines[format] / lines[wanted]))
  return made.reverse().sort((a, b) => distance(a) - distance(b))[0] ?? available[0]
}

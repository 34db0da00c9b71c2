import { formatTable, type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import type { Quality } from '@video-forge/contract/rules/video-rules'

/** The requested quality, or the nearest rendition (the smaller of two equally near ones), or the original when there is nothing else. */
export function nearestQuality(requested: Quality, available: readonly Quality[]): Quality | undefined {
  if (available.includes(requested)) return requested
  const renditions = outputFormats.filter((format) => available.includes(format))
  if (requested === 'original') return renditions[0]
  const distance = (format: OutputFormat) => Math.abs(Math.log2(formatTable[format].height / formatTable[requested].height))
  return renditions.reverse().sort((a, b) => distance(a) - distance(b))[0] ?? available[0]
}

import { formatTable, type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import type { Quality } from '@video-forge/contract/rules/video-rules'

/** The one asked for, or the nearest rendition (the smaller of two equally near ones), or the original when there is nothing else. */
export function nearestQuality(wanted: Quality, available: readonly Quality[]): Quality | undefined {
  if (available.includes(wanted)) return wanted
  const made = outputFormats.filter((format) => available.includes(format))
  if (wanted === 'original') return made[0]
  const distance = (format: OutputFormat) => Math.abs(Math.log2(formatTable[format].height / formatTable[wanted].height))
  return made.reverse().sort((a, b) => distance(a) - distance(b))[0] ?? available[0]
}

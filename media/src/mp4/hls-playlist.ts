import type { SegmentIndex } from './segment-index.ts'
import { type SubtitleTrack, subtitleFields, subtitleLines } from './subtitle-playlist.ts'

/** The media playlist of one rendition: byte ranges of the same file that is downloaded (RFC 8216, version 7). */
export function mediaPlaylist(index: SegmentIndex, uri: string): string {
  const longest = Math.max(1, ...index.segments.map(({ seconds }) => Math.round(seconds)))
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${uri}",BYTERANGE="${index.initBytes}@0"`,
    ...index.segments.flatMap(({ offset, bytes, seconds }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      uri,
    ]),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

export interface Variant {
  uri: string
  width: number
  height: number
  frameRate: number
  codecs: readonly string[]
  index: SegmentIndex
}

/** The master playlist, best first, with peak and average bandwidth in bits per second. */
export function masterPlaylist(variants: readonly Variant[], subtitles: readonly SubtitleTrack[] = []): string {
  const lines = variants.flatMap((variant) => {
    const { segments } = variant.index
    const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0)
    // A last segment of a few frames must not count as the peak.
    const peak = Math.max(...segments.map((segment) => (segment.bytes * 8) / Math.max(segment.seconds, 0.5)), 1)
    const average = (bytes * 8) / Math.max(seconds, 0.001)
    const fields = [
      `BANDWIDTH=${Math.ceil(peak)}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(average)}`,
      `RESOLUTION=${variant.width}x${variant.height}`,
      `FRAME-RATE=${variant.frameRate.toFixed(3)}`,
      `CODECS="${variant.codecs.join(',')}"`,
      ...subtitleFields(subtitles),
    ]
    return [`#EXT-X-STREAM-INF:${fields.join(',')}`, variant.uri]
  })
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...subtitleLines(subtitles), ...lines].join('\n')}\n`
}

import { type SubtitleTrack, subtitleFields, subtitleLines } from './subtitle-playlist.ts'

/** A file with a head, which players need once, and a few seconds of one track. */
export interface Chunk {
  uri: string
  headBytes: number
  bytes: number
  seconds: number
}

/** Chunks are about this long, unless the source forces longer groups of pictures. Players ask for the next one this often. */
const usualTargetSeconds = 2

/** The media playlist of a track that is still being encoded; with ENDLIST once it is complete (RFC 8216, version 7). */
export function livePlaylist(chunks: readonly Chunk[], isComplete: boolean): string {
  const [first] = chunks
  const target = Math.max(usualTargetSeconds, ...chunks.map(({ seconds }) => Math.round(seconds)))
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    // Without it players start at the end of what exists.
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    ...(first ? [`#EXT-X-MAP:URI="${first.uri}",BYTERANGE="${first.headBytes}@0"`] : []),
    ...chunks.flatMap(({ uri, headBytes, bytes, seconds }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes - headBytes}@${headBytes}`,
      uri,
    ]),
    ...(isComplete ? ['#EXT-X-ENDLIST'] : []),
  ].join('\n')}\n`
}

export interface LiveVariant {
  uri: string
  width: number
  height: number
  frameRate: number
  codecs: readonly string[]
  /** Bits per second. */
  bandwidth: number
}

/** The master playlist of tracks that are still being encoded, best first. Audio is a track of its own. */
export function liveMasterPlaylist(
  variants: readonly LiveVariant[],
  audioUri: string | undefined,
  subtitles: readonly SubtitleTrack[] = [],
): string {
  const audio = audioUri && `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,URI="${audioUri}"`
  const lines = variants.flatMap(({ uri, width, height, frameRate, codecs, bandwidth }) => {
    const fields = [
      `BANDWIDTH=${Math.ceil(bandwidth)}`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${frameRate.toFixed(3)}`,
      `CODECS="${codecs.join(',')}"`,
      ...(audio ? ['AUDIO="audio"'] : []),
      ...subtitleFields(subtitles),
    ]
    return [`#EXT-X-STREAM-INF:${fields.join(',')}`, uri]
  })
  const tracks = [...(audio ? [audio] : []), ...subtitleLines(subtitles)]
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...tracks, ...lines].join('\n')}\n`
}

import type { OutputFormat } from '@video-forge/contract/rules/formats'
import { liveMasterPlaylist, livePlaylist } from '@video-forge/media/mp4/live-playlist'
import type { SubtitleTrack } from '@video-forge/media/mp4/subtitle-playlist'
import { type LiveTrackName, liveChunkName, livePlaylistName } from '../../platform/media-address.ts'
import { isPlayable, type LiveChunk, type LiveRendition, type LiveStream, type LiveTrack } from './live-stream.ts'

/** H.264 High at level 5.1, for a rendition whose real level is not known yet. Every browser that plays our renditions accepts it. */
const likelyVideoCodec = 'avc1.640033'
const likelyAudioCodec = 'mp4a.40.2'

export type Listed = 'playable' | 'planned' | OutputFormat

/** The master playlist of what can be played now, of everything that is planned, or of one format. Undefined when there is nothing to list. */
export function liveMasterOf(stream: LiveStream, listed: Listed, subtitles: readonly SubtitleTrack[]): string | undefined {
  const { split, audio, renditions } = stream
  const chosen = renditions.filter((rendition) => listed === 'planned' || (isPlayable(stream, rendition) && isListed(rendition, listed)))
  const audioCodecs = audio ? [audio.chunks[0]?.codec ?? likelyAudioCodec] : []
  const variants = chosen.map((rendition) => ({
    uri: livePlaylistName(split, rendition.format),
    width: rendition.width,
    height: rendition.height,
    frameRate: rendition.frameRate,
    codecs: [rendition.chunks[0]?.codec ?? likelyVideoCodec, ...audioCodecs],
    bandwidth: bandwidthOf(rendition) + (audio ? bandwidthOf({ ...audio, expectedBandwidth: 0 }) : 0),
  }))
  return variants.length > 0 ? liveMasterPlaylist(variants, audio && livePlaylistName(split, 'audio'), subtitles) : undefined
}

const isListed = ({ format }: LiveRendition, listed: Listed): boolean => listed === 'playable' || listed === format

/** The peak of what exists, or what was planned. */
const bandwidthOf = ({ chunks, expectedBandwidth }: Pick<LiveRendition, 'chunks' | 'expectedBandwidth'>): number =>
  Math.max(...chunks.map(({ bytes, seconds }) => (bytes * 8) / Math.max(seconds, 0.5)), chunks.length > 0 ? 1 : expectedBandwidth)

const trackNamed = ({ audio, renditions }: LiveStream, name: LiveTrackName): LiveTrack | undefined =>
  name === 'audio' ? audio : renditions.find(({ format }) => format === name)

/** The media playlist of a track of this split. */
export function livePlaylistOf(stream: LiveStream, split: string, name: LiveTrackName): string | undefined {
  const track = split === stream.split ? trackNamed(stream, name) : undefined
  if (!track || track.chunks.length === 0) return undefined
  const chunks = track.chunks.map(({ headBytes, bytes, seconds }, number) => ({
    headBytes,
    bytes,
    seconds,
    uri: liveChunkName(split, name, number),
  }))
  return livePlaylist(chunks, track.isComplete)
}

export const liveChunkOf = (stream: LiveStream, split: string, name: LiveTrackName, number: number): LiveChunk | undefined =>
  split === stream.split ? trackNamed(stream, name)?.chunks[number] : undefined

import { toNumber } from './ratio.ts'
import type { SourceFacts } from './source-facts.ts'

/** A source as the API describes it. `resolution`, `width` and `height` are those of the upright picture. */
export interface SourceDescription {
  duration: number
  width: number
  height: number
  resolution: string
  videoCodec: string
  audioCodec: string | null
  frameRate: number
  bitrate: number
  size: number
  container: string
  rotation: number
  hdr: boolean
}

export function describeSource(facts: SourceFacts): SourceDescription {
  const { video, audio } = facts
  return {
    duration: round(facts.duration),
    width: video.shown.width,
    height: video.shown.height,
    resolution: `${video.shown.width}x${video.shown.height}`,
    videoCodec: video.codec,
    audioCodec: audio?.codec ?? null,
    frameRate: round(toNumber(video.rate)),
    bitrate: facts.bitrate,
    size: facts.size,
    container: facts.container,
    rotation: video.rotation,
    hdr: video.colour.range === 'pq' || video.colour.range === 'hlg',
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

const webmAudio = new Set(['opus', 'vorbis'])
const mp4Audio = new Set(['aac', 'mp3', 'opus', 'flac'])

/** Seconds. Before the first picture or sound browsers play nothing; everything that has times, and all qualities, would be that much off. */
const maxOrigin = 0.5

/** Whether all current browsers play the file as it is. HEVC and 10 bit H.264 play on some machines only, so they do not count. */
export function playsInBrowsers({ container, video, audio, origin }: SourceFacts): boolean {
  if (origin > maxOrigin) return false
  const plain = video.bitDepth === 8 && video.chroma === '4:2:0'
  if (container === 'webm') return plain && /^(vp8|vp9|av1)$/.test(video.codec) && (!audio || webmAudio.has(audio.codec))
  if (container !== 'mp4' && container !== 'mov') return false
  const isAudioPlayable = !audio || mp4Audio.has(audio.codec)
  if (video.codec === 'h264') return plain && isAudioPlayable && !video.interlaced
  return container === 'mp4' && plain && isAudioPlayable && /^(vp9|av1)$/.test(video.codec)
}

/** The type under which browsers play the file as it is; null if they cannot. */
export const browserTypeOf = (facts: SourceFacts): 'video/webm' | 'video/mp4' | null => {
  if (!playsInBrowsers(facts)) return null
  return facts.container === 'webm' ? 'video/webm' : 'video/mp4'
}

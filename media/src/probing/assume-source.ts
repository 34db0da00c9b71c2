import type { SourceDescription } from './describe-source.ts'
import type { Ratio } from './ratio.ts'
import { Refusal } from './refusal.ts'
import { defaultLimits, type SourceFacts, type VideoTrack } from './source-facts.ts'

/** Seconds between key frames as most cameras and editors set them. */
const gopSeconds = 2
/** What most audio tracks take, in bits per second. */
const audioBitrate = 128_000

/**
 * Facts for a plan, from a description of a file that is not here. What it does not say is assumed to be as in most files, so whether
 * something is copied is known only when the file is.
 */
export function assumeSource(described: SourceDescription): SourceFacts {
  const { container, duration, size, bitrate, audioCodec, width, height } = described
  if (width * height > defaultLimits.maxPixels) throw new Refusal('too-many-pixels')
  const times = { start: 0, end: duration }
  const audio = audioCodec
    ? { ...times, index: 1, language: undefined, codec: audioCodec, profile: audioCodec === 'aac' ? 'LC' : undefined, channels: 2 }
    : undefined
  return {
    ...{ container, duration, size, bitrate },
    declaredDuration: duration,
    start: 0,
    origin: 0,
    video: assumeVideo(described, audio ? bitrate - audioBitrate : bitrate),
    audio: audio && { ...audio, sampleRate: 48_000, bitrate: audioBitrate, trimmed: false, counted: false },
    notes: [],
  }
}

function assumeVideo({ width, height, rotation, hdr, frameRate, duration, videoCodec }: SourceDescription, bitrate: number): VideoTrack {
  const shown = { width, height }
  const frames = Math.max(1, Math.round(duration * frameRate))
  const keyFrames = Array.from({ length: Math.ceil(duration / gopSeconds) }, (_, index) => index * gopSeconds)
  const hdrColour = { primaries: 'bt2020', transfer: 'smpte2084', matrix: 'bt2020nc', fullRange: false, range: 'pq' } as const
  const usualColour = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false, range: 'sdr' } as const
  return {
    index: 0,
    codec: videoCodec,
    profile: 'High',
    level: 40,
    stored: rotation % 180 === 0 ? shown : { width: height, height: width },
    shown,
    sampleAspect: { num: 1, den: 1 },
    rotation,
    mirrored: false,
    pixelFormat: hdr ? 'yuv420p10le' : 'yuv420p',
    bitDepth: hdr ? 10 : 8,
    chroma: '4:2:0',
    colour: hdr ? hdrColour : usualColour,
    interlaced: false,
    bitrate: Math.max(1, bitrate),
    firstDecoded: 0,
    damaged: false,
    frames,
    start: 0,
    end: duration,
    lastFrameSeconds: 1 / frameRate,
    rate: ratioOf(frameRate),
    frameSpacing: 'constant',
    longestFrame: 1 / frameRate,
    keyFrames,
    splitPoints: keyFrames.map((time) => ({ time, frames: Math.round(time * frameRate) })),
    longestGop: gopSeconds,
    openGop: false,
    trimmed: false,
    bytes: Math.round((bitrate * duration) / 8),
    untidyTimes: false,
  }
}

/** Rates such as 29.97 are fractions of 1001. */
function ratioOf(rate: number): Ratio {
  const ntsc = Math.round((rate * 1001) / 1000)
  return Math.abs((ntsc * 1000) / 1001 - rate) < 0.005 && Math.abs(Math.round(rate) - rate) > 0.005
    ? { num: ntsc * 1000, den: 1001 }
    : { num: Math.round(rate * 1000), den: 1000 }
}

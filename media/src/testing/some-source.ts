import { shownSize } from '../probing/orientation.ts'
import type { AudioTrack, SourceFacts, VideoTrack } from '../probing/source-facts.ts'

interface Changes {
  video?: Partial<VideoTrack>
  audio?: Partial<AudioTrack> | null
  facts?: Partial<SourceFacts>
}

/** A plain 1080p H.264 file of ten seconds, as a phone or an editor writes it, with the changes that a test needs. */
export const someSource = (changes: Changes = {}): SourceFacts => ({
  container: 'mp4',
  duration: 10,
  declaredDuration: 10,
  size: 5_200_000,
  bitrate: 4_160_000,
  start: 0,
  origin: 0,
  video: someVideo(changes.video),
  audio: changes.audio === null ? undefined : someAudio(changes.audio),
  notes: [],
  ...changes.facts,
})

function someVideo(changes: Partial<VideoTrack> = {}): VideoTrack {
  const { stored = { width: 1920, height: 1080 }, sampleAspect = { num: 1, den: 1 }, rotation = 0 } = changes
  return {
    index: 0,
    codec: 'h264',
    profile: 'High',
    level: 40,
    stored,
    shown: shownSize(stored, sampleAspect, rotation),
    sampleAspect,
    rotation,
    mirrored: false,
    pixelFormat: 'yuv420p',
    bitDepth: 8,
    chroma: '4:2:0',
    colour: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false, range: 'sdr' },
    interlaced: false,
    firstDecoded: changes.start ?? 0,
    damaged: false,
    bitrate: 4_000_000,
    frames: 300,
    start: 0,
    end: 10,
    lastFrameSeconds: 1 / 30,
    rate: { num: 30, den: 1 },
    frameSpacing: 'constant',
    longestFrame: 1 / 30,
    keyFrames: [0, 2, 4, 6, 8],
    splitPoints: [2, 4, 6, 8].map((time) => ({ time, frames: time * 30 })),
    longestGop: 2,
    openGop: false,
    trimmed: false,
    bytes: 5_000_000,
    untidyTimes: false,
    ...changes,
  }
}

const someAudio = (changes: Partial<AudioTrack> = {}): AudioTrack => ({
  index: 1,
  language: undefined,
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  sampleRate: 48_000,
  bitrate: 128_000,
  start: 0,
  end: 10,
  trimmed: false,
  counted: false,
  ...changes,
})

export const someMachine = { cores: 2, memoryBytes: 8e9, zscale: true, toneMapping: true, bwdif: true, encodingSpeed: 1 }

import type { EmbeddedTexts } from './embedded/embedded-texts.ts'
import type { Ratio } from './ratio.ts'

/** Raised with every change after which a probe finds something else in the same file: stored facts are then not used any more. */
export const factsVersion = 4

export interface Size {
  width: number
  height: number
}

export interface Colour {
  /** ffmpeg's names (bt709, smpte170m, bt2020nc, smpte2084 …); undefined where the file does not say. */
  primaries: string | undefined
  transfer: string | undefined
  matrix: string | undefined
  fullRange: boolean
  /** `pq` and `hlg` need tone mapping; `wide` is BT.2020 colour with an ordinary brightness curve. */
  range: 'sdr' | 'wide' | 'pq' | 'hlg'
}

/** A key frame at which a video can be split: later frames need nothing before it. */
export interface SplitPoint {
  time: number
  /** Number of frames before it. */
  frames: number
}

/** The timing of a track, read from every packet of the file. Seconds on the file's own clock. */
export interface FrameTiming {
  /** Number of frames shown, without those that an edit list hides. */
  frames: number
  start: number
  /** The end of the last frame. */
  end: number
  lastFrameSeconds: number
  /** The exact rate of the frame grid; the average if there is none. */
  rate: Ratio
  /** Frames at every position of the grid, at some of them, or at any time. */
  frameSpacing: 'constant' | 'holes' | 'free'
  /** The longest time between two frames. */
  longestFrame: number
  keyFrames: readonly number[]
  splitPoints: readonly SplitPoint[]
  longestGop: number
  /** Frames that follow a key frame in the file are shown before it, so a group cannot be decoded alone. */
  openGop: boolean
  /** An edit list hides packets. */
  trimmed: boolean
  bytes: number
  /** Duplicate or missing timestamps: such a track must be encoded. */
  untidyTimes: boolean
}

export interface VideoTrack extends FrameTiming {
  index: number
  codec: string
  profile: string | undefined
  level: number | undefined
  /** As stored, before rotation and sample aspect. */
  stored: Size
  /** As displayed: upright, with square pixels. */
  shown: Size
  sampleAspect: Ratio
  /** Degrees clockwise by which stored frames are rotated for display. */
  rotation: number
  mirrored: boolean
  pixelFormat: string
  bitDepth: number
  chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4' | 'rgb' | 'other'
  colour: Colour
  interlaced: boolean
  bitrate: number
  /** Time of the first frame that can be decoded; later than `start` if the file begins in the middle of a group. */
  firstDecoded: number
  /** The decoder reported errors: in the first frames, or when it was encoded. */
  damaged: boolean
}

export interface AudioTrack {
  index: number
  /** As the file says, mostly of ISO 639-2; undefined where it does not. */
  language: string | undefined
  codec: string
  profile: string | undefined
  channels: number
  sampleRate: number
  bitrate: number
  start: number
  end: number
  /** An edit list removes audio. */
  trimmed: boolean
  /** Its timestamps are unusable, so samples are counted instead. */
  counted: boolean
}

export interface SourceFacts {
  /** mp4, mov, matroska, webm, avi … */
  container: string
  /** Seconds from the first frame or sample to the end of the last. */
  duration: number
  /** The duration in the header, which players show; in our own files both must be equal. */
  declaredDuration: number | undefined
  size: number
  bitrate: number
  /** The earliest timestamp of all tracks, which is ffmpeg's zero. */
  start: number
  /** The time of the file's clock that becomes zero in every rendition. */
  origin: number
  video: VideoTrack
  audio: AudioTrack | undefined
  /** Subtitles and chapters inside the file; undefined when it has none. */
  embedded?: EmbeddedTexts | undefined
  /** What was found and not used, as sentences for people. */
  notes: readonly string[]
  /** Its parts did not fit together when it was encoded, so all of it is encoded in one pass from its start. */
  isUnsplittable?: true
  /** Frames and their times are assumed to be as regular as those that were seen; all of the file was not there yet. */
  isAssumed?: true
  /** Frames are those that the index of the file names. Where it is damaged some of them may not be there. */
  isFromIndex?: true
}

export interface SourceLimits {
  maxPixels: number
  maxSide: number
  maxSeconds: number
  maxFrames: number
}

export const defaultLimits: SourceLimits = {
  // A little above 8K (7680 × 4320).
  maxPixels: 36_000_000,
  maxSide: 16_384,
  maxSeconds: 4 * 3600,
  // 4 hours at 60 a second.
  maxFrames: 864_000,
}

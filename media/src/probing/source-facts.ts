import type { Ratio } from './ratio.ts'

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

/** A place where the pictures can be parted: what is shown from here on needs nothing before this key frame. */
export interface SplitPoint {
  time: number
  /** Pictures that are shown before it. */
  frames: number
}

/** How the pictures of a track follow each other, read from every packet of the file. Seconds on the file's own clock. */
export interface FrameTiming {
  /** Pictures that are shown: packets outside an edit list don't count. */
  frames: number
  start: number
  /** When the last picture ends. */
  end: number
  lastFrameSeconds: number
  /** The exact rate of the grid the pictures sit on; the average when there is none. */
  rate: Ratio
  /** On every place of the grid, on some of its places, or at any time. */
  frameSpacing: 'constant' | 'holes' | 'free'
  /** The longest a picture stays before the next one comes. */
  longestFrame: number
  keyFrames: readonly number[]
  splitPoints: readonly SplitPoint[]
  longestGop: number
  /** Pictures that follow a key frame in the file but are shown before it: the group cannot stand alone. */
  openGop: boolean
  /** An edit list hides packets. */
  trimmed: boolean
  bytes: number
  /** Two pictures with one time stamp, or none at all: such a track must be encoded. */
  untidyTimes: boolean
}

export interface VideoTrack extends FrameTiming {
  index: number
  codec: string
  profile: string | undefined
  level: number | undefined
  /** As stored, before rotation and sample aspect. */
  stored: Size
  /** As a person sees it: turned upright, with square pixels. */
  shown: Size
  sampleAspect: Ratio
  /** Degrees clockwise the stored picture is turned to be upright. */
  rotation: number
  mirrored: boolean
  pixelFormat: string
  bitDepth: number
  chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4' | 'rgb' | 'other'
  colour: Colour
  interlaced: boolean
  bitrate: number
  /** When the first picture that can be decoded is shown; later than `start` when the file begins in the middle of a group. */
  firstDecoded: number
  /** The decoder complained about the very first pictures. */
  damaged: boolean
}

export interface AudioTrack {
  index: number
  codec: string
  profile: string | undefined
  channels: number
  sampleRate: number
  bitrate: number
  start: number
  end: number
  /** An edit list cuts sound away. */
  trimmed: boolean
  /** Its time stamps are nonsense, so its samples are counted instead. */
  counted: boolean
}

export interface SourceFacts {
  /** mp4, mov, matroska, webm, avi … */
  container: string
  /** Seconds from the first picture or sound to the end of the last. */
  duration: number
  /** What the header says; players show this one, so in our own files both must agree. */
  declaredDuration: number | undefined
  size: number
  bitrate: number
  /** Where ffmpeg sets its zero: the earliest time stamp of all tracks. */
  start: number
  /** The moment of the file's clock that becomes zero in every rendition. */
  origin: number
  video: VideoTrack
  audio: AudioTrack | undefined
  /** What was found and left aside, as sentences. */
  notes: readonly string[]
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

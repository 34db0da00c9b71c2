import { type Ratio, ratioText, toNumber } from '../probing/ratio.ts'
import type { Size, SourceFacts } from '../probing/source-facts.ts'

/** Macroblocks of 16 x 16 pixels per second in H.264 level 5.2, the highest that players decode. */
const maxBlocksPerSecond = 2_073_600
/** Frames per second, more than consumer cameras record. Beyond it, or beyond the level, the rate is reduced to 60. */
const maxRate = 250
const cappedRate: Ratio = { num: 60, den: 1 }

const blocks = ({ width, height }: Size): number => Math.ceil(width / 16) * Math.ceil(height / 16)

/** Whether players decode this size at this rate. */
export const isPlayableRate = (size: Size, rate: Ratio): boolean =>
  toNumber(rate) <= maxRate && blocks(size) * toNumber(rate) <= maxBlocksPerSecond

export interface Timeline {
  /** Seconds to subtract from all of ffmpeg's times so that the first frame or sample is at zero. */
  inputShift: number
  /** Seconds to subtract from the video as well, to align it with its frame grid. */
  phase: number
  /** Frames per second of the renditions; the average if the frames keep their own times. */
  rate: Ratio
  /** One tick of the renditions' clock, in seconds. */
  timeBase: Ratio
  thinned: boolean
  /** There is a frame at every position of the grid, so counting frames measures time. */
  steady: boolean
  /** All frames have the same duration, including the last one. */
  even: boolean
  /** Whether B-frames may be used. */
  reordered: boolean
  /** Seconds until the first frame if it is late; it is shown from zero on. */
  heldUntil: number
  /** Frames of a rendition. */
  frames: number
  /** When the last frame is shown, and for how long, on the renditions' clock. */
  lastFrameAt: number
  lastFrameSeconds: number
}

/**
 * Frames on a regular grid are placed on it exactly, because Matroska rounds timestamps to milliseconds; gaps stay. Other frames keep their
 * times on a 90 kHz clock. No frame is added or dropped.
 */
export function planTimeline(facts: SourceFacts, tallest: Size): Timeline {
  const { video, origin, start } = facts
  const thinned = toNumber(video.rate) > toNumber(cappedRate) && !isPlayableRate(tallest, video.rate)
  const rate = thinned ? cappedRate : video.rate
  const late = video.start - origin
  // At most half a frame, so audio and video stay in sync.
  const phase = video.frameSpacing !== 'free' && !thinned ? late - Math.round(late * toNumber(rate)) / toNumber(rate) : 0
  const seconds = video.end - video.start
  const heldUntil = Math.max(late, video.firstDecoded - origin) - phase
  const longestFrame = video.frameSpacing === 'constant' || thinned ? 0 : video.longestFrame
  return {
    inputShift: origin - start,
    phase,
    rate,
    timeBase: thinned || video.frameSpacing !== 'free' ? { num: rate.den, den: rate.num } : { num: 1, den: 90_000 },
    thinned,
    steady: thinned || video.frameSpacing === 'constant',
    even: thinned || (video.frameSpacing === 'constant' && Math.abs(video.lastFrameSeconds - 1 / toNumber(rate)) < 0.05),
    // B-frames move decode times ahead by the first frames' duration; after a long first frame the file would claim to be longer than it is.
    reordered: heldUntil < 0.05 && longestFrame < 2 / toNumber(rate),
    heldUntil,
    frames: thinned ? Math.round(seconds * toNumber(rate)) : video.frames,
    lastFrameAt: video.end - video.lastFrameSeconds - origin - phase,
    lastFrameSeconds: video.lastFrameSeconds,
  }
}

/**
 * The filters that put frames on that clock. A late first frame is shown from zero on, for players that ignore empty edits. It is found by its
 * time, because frame numbers restart when the frame size changes within a file.
 */
export function timelineFilters({ phase, thinned, rate, timeBase, heldUntil }: Timeline): string[] {
  const shift = Math.abs(phase) > 1e-6 ? [`setpts=PTS-(${phase.toFixed(6)})/TB`] : []
  const clock = thinned ? `fps=${ratioText(rate)}` : `settb=${ratioText(timeBase)}`
  const margin = Math.min(0.5 / toNumber(rate), 0.002)
  const hold = heldUntil > 0.001 ? [`setpts='if(lt(T,${(heldUntil + margin).toFixed(6)}),0,PTS)'`] : []
  return [...shift, clock, ...hold]
}

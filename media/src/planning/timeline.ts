import { type Ratio, ratioText, toNumber } from '../probing/ratio.ts'
import type { Size, SourceFacts } from '../probing/source-facts.ts'

/** What the highest level of H.264 that players decode (5.2) holds: macroblocks of 16 x 16 pixels a second. */
const mostBlocks = 2_073_600
/** More frames a second than any camera of people's; beyond it, or beyond the level, they are thinned out to 60. */
const fastest = 250
const cappedRate: Ratio = { num: 60, den: 1 }

const blocks = ({ width, height }: Size): number => Math.ceil(width / 16) * Math.ceil(height / 16)

/** Whether a player decodes pictures of this size at this rate. */
export const isPlayableRate = (size: Size, rate: Ratio): boolean => toNumber(rate) <= fastest && blocks(size) * toNumber(rate) <= mostBlocks

export interface Timeline {
  /** Seconds to take off all of ffmpeg's times so that the first picture or sound is at zero. */
  inputShift: number
  /** Seconds to take off the pictures' times on top: the way to the nearest place of their grid. */
  phase: number
  /** Frames a second of the renditions; the average when the frames keep their own times. */
  rate: Ratio
  /** One tick of the renditions' clock, in seconds. */
  timeBase: Ratio
  thinned: boolean
  /** A picture on every place of the grid: counting them counts time. */
  steady: boolean
  /** All frames last equally long, the last one too. */
  even: boolean
  /** Whether pictures may be stored in another order than they are shown (B-frames). */
  reordered: boolean
  /** The first picture, when it comes later than zero, in seconds; it is shown from zero on. */
  heldUntil: number
  /** Frames of a rendition. */
  frames: number
  /** When the last frame is shown, and for how long, on the renditions' clock. */
  lastFrameAt: number
  lastFrameSeconds: number
}

/**
 * Frames that lie on a grid go onto it exactly (Matroska's millisecond stamps wander around it), holes and all; the others keep their
 * own times on a 90 kHz clock. No frame is made or dropped for either.
 */
export function planTimeline(facts: SourceFacts, tallest: Size): Timeline {
  const { video, origin, start } = facts
  const thinned = toNumber(video.rate) > toNumber(cappedRate) && !isPlayableRate(tallest, video.rate)
  const rate = thinned ? cappedRate : video.rate
  const late = video.start - origin
  // Onto the nearest place of the grid: at most half a frame, so the step with the sound is kept.
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
    // Reordering moves the storage times ahead by the first few frames' length; after a long first frame the file would claim to be
    // that much longer than it is.
    reordered: heldUntil < 0.05 && longestFrame < 2 / toNumber(rate),
    heldUntil,
    frames: thinned ? Math.round(seconds * toNumber(rate)) : video.frames,
    lastFrameAt: video.end - video.lastFrameSeconds - origin - phase,
    lastFrameSeconds: video.lastFrameSeconds,
  }
}

/**
 * The filters that put the pictures on that clock. A late first frame is shown from zero on: players that ignore empty edits stay in
 * step. It is told by its time, not by its number, which starts again when the size of the pictures changes in the middle of a file.
 */
export function timelineFilters({ phase, thinned, rate, timeBase, heldUntil }: Timeline): string[] {
  const shift = Math.abs(phase) > 1e-6 ? [`setpts=PTS-(${phase.toFixed(6)})/TB`] : []
  const clock = thinned ? `fps=${ratioText(rate)}` : `settb=${ratioText(timeBase)}`
  const margin = Math.min(0.5 / toNumber(rate), 0.002)
  const hold = heldUntil > 0.001 ? [`setpts='if(lt(T,${(heldUntil + margin).toFixed(6)}),0,PTS)'`] : []
  return [...shift, clock, ...hold]
}

import { type Ratio, ratioText, valueOf } from './ratio.ts'
import type { SourceFacts } from './source-facts.ts'

/** More frames a second than this are thinned out to 60. A little above, because a phone's 60 is 60.2. */
const fastest = 62
const cappedRate: Ratio = { num: 60, den: 1 }

export interface Timeline {
  /** Seconds to take off ffmpeg's picture and sound times so that the first of them is at zero. */
  videoShift: number
  audioShift: number
  /** Frames a second of the renditions; the average when the frames keep their own times. */
  rate: Ratio
  /** One tick of the renditions' clock, in seconds. */
  timeBase: Ratio
  thinned: boolean
  /** Frames of a rendition. */
  frames: number
  /** When the last frame is shown, and for how long, on the renditions' clock. */
  lastFrameAt: number
  lastFrameSeconds: number
}

/**
 * Frames of a constant source go onto their exact grid (Matroska's millisecond stamps wander around it); frames of a variable one
 * keep their own times on a 90 kHz clock. No frame is made or dropped for either.
 */
export function planTimeline(facts: SourceFacts): Timeline {
  const { video, origin, start } = facts
  const audioShift = origin - start
  const thinned = valueOf(video.rate) > fastest
  const rate = thinned ? cappedRate : video.rate
  const late = video.start - origin
  // Onto the nearest place of the grid: at most half a frame, so the step with the sound is kept.
  const phase = video.constant && !thinned ? late - Math.round(late * valueOf(rate)) / valueOf(rate) : 0
  const seconds = video.end - video.start
  return {
    videoShift: audioShift + phase,
    audioShift,
    rate,
    timeBase: thinned || video.constant ? { num: rate.den, den: rate.num } : { num: 1, den: 90_000 },
    thinned,
    frames: thinned ? Math.round(seconds * valueOf(rate)) : video.frames,
    lastFrameAt: video.end - video.lastFrameSeconds - origin - phase,
    lastFrameSeconds: video.lastFrameSeconds,
  }
}

/** The filters that put the pictures on that clock. A late first frame is shown from zero on: players that ignore empty edits stay in step. */
export function timelineFilters(timeline: Timeline): string[] {
  const shift = Math.abs(timeline.videoShift) > 1e-6 ? [`setpts=PTS-(${timeline.videoShift.toFixed(6)})/TB`] : []
  const clock = timeline.thinned ? `fps=${ratioText(timeline.rate)}` : `settb=${ratioText(timeline.timeBase)}`
  return [...shift, clock, "setpts='if(eq(N,0),0,PTS)'"]
}

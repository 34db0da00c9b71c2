import type { Size, SourceFacts } from '../../probing/source-facts.ts'
import { fitInto } from '../ladder.ts'

/** The sampled frames: one becomes the thumbnail, all of them become tiles of the storyboard. */
export interface ThumbnailPlan {
  /** Seconds between two samples. */
  every: number
  size: Size
  tile: Size
  columns: number
  rows: number
  /** The size of the grey copies from which the thumbnail is picked. */
  grey: Size
}

export interface PreviewPlan {
  /** Seconds of the renditions' clock. */
  from: number
  to: number
  framesPerSecond: number
  size: Size
  maxBytes: number
}

/** Three seconds show as much as five and cost a third of a CPU second less. */
const previewSeconds = 3
const maxThumbnailCount = 100
/** Thumbnails fit into this. */
export const thumbnailBox: Size = { width: 1280, height: 720 }
const columns = 10

export function planThumbnails(facts: SourceFacts): ThumbnailPlan {
  const { shown } = facts.video
  const every = Math.max(facts.duration / maxThumbnailCount, Math.min(1, Math.max(0.1, facts.duration / 8)))
  const count = Math.min(maxThumbnailCount, Math.floor(facts.duration / every) + 1)
  const across = Math.min(columns, count)
  return {
    every,
    size: fitInto(shown, thumbnailBox),
    tile: fitInto(shown, { width: 160, height: 160 }),
    columns: across,
    rows: Math.ceil(count / across),
    grey: { width: 64, height: 36 },
  }
}

/** A few seconds after the titles, small enough for a card. They start at a key frame, where a frame surely exists. */
export function planPreview(facts: SourceFacts): PreviewPlan {
  const seconds = Math.min(previewSeconds, facts.duration)
  const idealStart = Math.min(facts.duration * 0.15, facts.duration - seconds)
  const keyFrame = facts.video.keyFrames.findLast((time) => time - facts.origin <= idealStart) ?? facts.origin
  const from = Math.max(0, keyFrame - facts.origin - 0.05)
  return {
    from,
    to: from + seconds,
    framesPerSecond: 10,
    size: fitInto(facts.video.shown, { width: 320, height: 320 }),
    maxBytes: 3_000_000,
  }
}

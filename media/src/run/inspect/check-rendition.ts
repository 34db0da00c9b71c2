import { formatTable } from '../../planning/formats.ts'
import type { RungPlan } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import type { SourceFacts } from '../../probing/source-facts.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { probeRendition } from './probe-file.ts'

/** A rendition that differs from the plan and must not be published. */
export class InvalidRendition extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'InvalidRendition'
  }
}

/** Seconds. The header's duration includes an AAC encoder's priming (21 to 48 ms). */
const tolerance = 0.1
const priming = 0.05

export interface CheckedRendition {
  facts: SourceFacts
  /** Frames of the source that could not be decoded and are missing. */
  missingFrames: number
}

/** Reads a rendition from its first byte to its last and compares it with the plan. */
export async function checkRendition(
  mediaTools: MediaTools,
  plan: MediaPlan,
  rung: RungPlan,
  path: string,
  { decodeErrors, isJoined = false }: { decodeErrors: number; isJoined?: boolean },
  signal: AbortSignal,
): Promise<CheckedRendition> {
  const facts = await probeRendition(mediaTools, path, signal, plan.limits)
  const { video } = facts
  const name = `The ${formatTable[rung.format].label} video`
  if (video.codec !== 'h264' || video.pixelFormat.replace('j', '') !== 'yuv420p')
    throw new InvalidRendition(`${name} came out as ${video.codec} ${video.pixelFormat}.`)
  if (video.rotation !== 0 || video.mirrored) throw new InvalidRendition(`${name} is not upright.`)
  if (video.shown.width !== rung.size.width || video.shown.height !== rung.size.height) {
    throw new InvalidRendition(`${name} is ${video.shown.width}x${video.shown.height} instead of ${rung.size.width}x${rung.size.height}.`)
  }
  if (plan.audio && !facts.audio && decodeErrors === 0) throw new InvalidRendition(`${name} lost its sound.`)
  const missingFrames = plan.timeline.frames - video.frames
  const shortBy = plan.facts.duration - facts.duration
  // Players of the source cannot decode these frames either.
  if (Math.abs(shortBy) > tolerance && !(shortBy > 0 && decodeErrors > 0)) {
    throw new InvalidRendition(`${name} lasts ${facts.duration.toFixed(2)} s instead of ${plan.facts.duration.toFixed(2)} s.`)
  }
  if (facts.declaredDuration !== undefined && facts.declaredDuration - facts.duration > tolerance + priming) {
    throw new InvalidRendition(`${name} claims to last ${facts.declaredDuration.toFixed(2)} s instead of ${facts.duration.toFixed(2)} s.`)
  }
  const allowed = Math.max(2, Math.ceil(plan.timeline.frames * 0.01))
  const mayBeMissing = missingFrames > 0 && !isJoined && mayRepeat(plan.facts)
  if (Math.abs(missingFrames) > allowed && decodeErrors === 0 && !plan.timeline.thinned && !mayBeMissing) {
    throw new InvalidRendition(`${name} has ${video.frames} frames instead of ${plan.timeline.frames}.`)
  }
  return { facts, missingFrames: Math.max(0, missingFrames) }
}

/**
 * Packets of MPEG-4, as of XviD and DivX, may say that nothing has changed; a decoder makes no frame of them, and the one before is shown for
 * longer. What an index names must be there, or all of the file is read.
 */
const mayRepeat = ({ video, isFromIndex, isAssumed }: SourceFacts): boolean => video.codec === 'mpeg4' && !isFromIndex && !isAssumed

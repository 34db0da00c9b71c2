import type { MediaPlan, RungPlan } from '../../planning/make-plan.ts'
import type { SourceFacts } from '../../probing/source-facts.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { probeRendition } from './probe-file.ts'

/** A rendition that is not what was planned; it must not be published. */
export class InvalidRendition extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'WrongRendition'
  }
}

/** Seconds. An AAC encoder's priming (21 to 48 ms) counts in what the header says. */
const tolerance = 0.1
const priming = 0.05

export interface CheckedRendition {
  facts: SourceFacts
  /** Frames of the source that are not in the rendition: they could not be decoded. */
  missingFrames: number
}

/** Reads what was made from its first byte to its last, and compares it with the plan. */
export async function checkRendition(
  mediaTools: MediaTools,
  plan: MediaPlan,
  rung: RungPlan,
  path: string,
  decodeErrors: number,
  signal: AbortSignal,
): Promise<CheckedRendition> {
  const facts = await probeRendition(mediaTools, path, signal, plan.limits)
  const { video } = facts
  const name = `The ${rung.format} rendition`
  if (video.codec !== 'h264' || video.pixelFormat.replace('j', '') !== 'yuv420p')
    throw new InvalidRendition(`${name} came out as ${video.codec} ${video.pixelFormat}.`)
  if (video.rotation !== 0 || video.mirrored) throw new InvalidRendition(`${name} is not upright.`)
  if (video.shown.width !== rung.size.width || video.shown.height !== rung.size.height) {
    throw new InvalidRendition(`${name} is ${video.shown.width}x${video.shown.height} instead of ${rung.size.width}x${rung.size.height}.`)
  }
  if (plan.audio && !facts.audio && decodeErrors === 0) throw new InvalidRendition(`${name} lost its sound.`)
  const missingFrames = plan.timeline.frames - video.frames
  const shortBy = plan.facts.duration - facts.duration
  // What cannot be decoded is missing from every player's view of the source too.
  if (Math.abs(shortBy) > tolerance && !(shortBy > 0 && decodeErrors > 0)) {
    throw new InvalidRendition(`${name} lasts ${facts.duration.toFixed(2)} s instead of ${plan.facts.duration.toFixed(2)} s.`)
  }
  if (facts.declaredDuration !== undefined && facts.declaredDuration - facts.duration > tolerance + priming) {
    throw new InvalidRendition(`${name} claims to last ${facts.declaredDuration.toFixed(2)} s instead of ${facts.duration.toFixed(2)} s.`)
  }
  const allowed = Math.max(2, Math.ceil(plan.timeline.frames * 0.01))
  if (Math.abs(missingFrames) > allowed && decodeErrors === 0 && !plan.timeline.thinned) {
    throw new InvalidRendition(`${name} has ${video.frames} frames instead of ${plan.timeline.frames}.`)
  }
  return { facts, missingFrames: Math.max(0, missingFrames) }
}

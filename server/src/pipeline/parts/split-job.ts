import { randomUUID } from 'node:crypto'
import { keyFramesSuffice } from '@video-forge/media/arguments/encode-arguments'
import { decodeSeconds } from '@video-forge/media/planning/cost'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { cpuSecondsOf, type Segment } from '@video-forge/media/planning/part-plan'
import type { Claim } from '../ledger.ts'
import type { PartEncoderDeps } from './encode-part.ts'

/** The first part is everything but the pictures; the segments follow in their order. */
export const extrasNumber = 0

/** Stores the parts of a job, each with its expected CPU seconds. Rejects when the claim no longer holds. */
export async function splitJob(
  { partLedger, mediaTools }: Pick<PartEncoderDeps, 'partLedger' | 'mediaTools'>,
  claim: Claim,
  plan: MediaPlan,
  segments: readonly Segment[],
): Promise<void> {
  const { facts } = plan
  const thumbnailSeconds = keyFramesSuffice(plan) ? 0 : decodeSeconds(facts, undefined)
  const extrasSeconds = 0.6 + thumbnailSeconds + facts.duration * (plan.audio?.action === 'encode' ? 0.03 : 0.01)
  const weightOf = (segment: Segment) => (cpuSecondsOf(plan, segment) * segment.frames) / Math.max(1, plan.timeline.frames)
  const parts = [{ segment: null, weight: extrasSeconds }, ...segments.map((segment) => ({ segment, weight: weightOf(segment) }))]
  const recipe = { facts, formats: claim.outputFormats, machine: mediaTools.machine }
  const split = { folder: `videos/${claim.id}/parts-${randomUUID()}/`, recipe, hasAudio: plan.audio !== undefined }
  if (!(await partLedger.split(claim, split, parts))) throw new Error('The claim of the job is lost.')
}

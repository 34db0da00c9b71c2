import { randomUUID } from 'node:crypto'
import { decodeSeconds } from '@video-forge/media/plan/cost'
import { keyFramesSuffice } from '@video-forge/media/plan/encode-arguments'
import type { MediaPlan } from '@video-forge/media/plan/make-plan'
import type { Stretch } from '@video-forge/media/plan/part-plan'
import type { Claim } from './ledger.ts'
import type { PartMaker } from './make-part.ts'

/** The first part is everything but the pictures; the stretches follow in their order. */
export const restNumber = 0

/** Writes down how a job is parted, with what each part is expected to cost. Rejects when the claim no longer holds. */
export async function splitJob(
  { partLedger, workshop }: Pick<PartMaker, 'partLedger' | 'workshop'>,
  claim: Claim,
  plan: MediaPlan,
  stretches: readonly Stretch[],
): Promise<void> {
  const { facts, expectedCpuSeconds } = plan
  const stills = keyFramesSuffice(plan) ? 0 : decodeSeconds(facts, undefined)
  const rest = 0.6 + stills + facts.duration * (plan.sound?.action === 'encode' ? 0.03 : 0.01)
  const perFrame = expectedCpuSeconds / Math.max(1, plan.timeline.frames)
  const parts = [{ stretch: null, weight: rest }, ...stretches.map((stretch) => ({ stretch, weight: stretch.frames * perFrame }))]
  const recipe = { facts, formats: claim.outputFormats, machine: workshop.machine }
  if (!(await partLedger.split(claim, `videos/${claim.id}/parts-${randomUUID()}/`, recipe, parts)))
    throw new Error('The job is no longer ours.')
}

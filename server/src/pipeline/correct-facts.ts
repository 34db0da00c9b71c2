import { isDeepStrictEqual } from 'node:util'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { planSegments } from '@video-forge/media/planning/part-plan'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import { untilAborted } from '../platform/until-aborted.ts'
import type { Ledger } from './ledger.ts'
import type { EncodeJob, LeaderDeps, WhyNotInParts } from './parts/encode-in-parts.ts'

type CorrectingDeps = Pick<LeaderDeps, 'mediaTools' | 'partSizes'> & { ledger: Ledger }

/**
 * What is known of a source after it could not be encoded in parts, stored so that no later attempt makes the same parts again. Undefined when
 * nothing new is known. What was only assumed, or is named by an index that does not hold, is read first: without parts, nothing would show it.
 */
export async function correctFacts(
  deps: CorrectingDeps,
  { claim, plan, source, signal }: Pick<EncodeJob, 'claim' | 'plan' | 'source' | 'signal'>,
  why: WhyNotInParts,
): Promise<SourceFacts | undefined> {
  const known = plan.facts
  const isGuessed = known.isAssumed === true || (known.isFromIndex === true && why === 'does not fit')
  const exact = isGuessed
    ? await probeFile(deps.mediaTools, await untilAborted(source.whole(), signal), signal, undefined, { isInFull: true })
    : known
  const facts = withFinding(exact, why, () => isGuessed && !isSplitAlike(deps, plan, exact))
  if (isDeepStrictEqual(facts, known)) return undefined
  await deps.ledger.keepFacts(claim, facts)
  return facts
}

function withFinding(exact: SourceFacts, why: WhyNotInParts, hasOtherParts: () => boolean): SourceFacts {
  if (why === 'damaged') return { ...exact, video: { ...exact.video, damaged: true } }
  if (why === 'whole' || hasOtherParts()) return exact
  return { ...exact, isUnsplittable: true }
}

/** Whether the exact facts lead to the parts that were made with the assumed ones. */
function isSplitAlike({ partSizes }: CorrectingDeps, assumed: MediaPlan, facts: SourceFacts): boolean {
  const formats = assumed.formats.map(({ format }) => format)
  const [one, other] = [assumed, makePlan(facts, formats, assumed.machine)]
  return isDeepStrictEqual([one.timeline, planSegments(one, partSizes)], [other.timeline, planSegments(other, partSizes)])
}

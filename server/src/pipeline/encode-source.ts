import { mkdir, rm } from 'node:fs/promises'
import { encodingSpeedOf } from '@video-forge/media/planning/cost'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { DamagedSource } from '@video-forge/media/run/encode/damaged-source'
import { type EncodedVideo, encodeVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import { InvalidRendition } from '@video-forge/media/run/inspect/check-rendition'
import { untilAborted } from '../platform/until-aborted.ts'
import { correctFacts } from './correct-facts.ts'
import { type Encoded, type EncodeJob, encodeInParts, type LeaderDeps, type WhyNotInParts } from './parts/encode-in-parts.ts'
import { saveCheckpoints } from './parts/save-checkpoints.ts'
import { type PlanningDeps, planFrom } from './plan-job.ts'
import type { Watch } from './watch-claim.ts'

export type EncodingDeps = LeaderDeps & PlanningDeps

export interface Encoding extends Pick<EncodeJob, 'claim' | 'plan' | 'source' | 'folder'> {
  watch: Watch
  onProgress: (progress: JobProgress) => void
}

/**
 * Encodes a source in parts, or in one pass. Where it turns out to be other than what was known of it, that is stored, and it is planned and
 * encoded anew: each time more is known, so this ends.
 */
export async function encodeSource(deps: EncodingDeps, encoding: Encoding): Promise<EncodedVideo> {
  const { claim, plan, folder, watch, source, onProgress } = encoding
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const job = { claim, plan, source, folder, onProgress, signal: AbortSignal.any([watch.signal, source.lost]) }
  let outcome = await encodeInParts(deps, job)
  let facts = typeof outcome === 'string' ? await correctFacts(deps, job, outcome) : undefined
  if (typeof outcome === 'string' && !facts) {
    outcome = await encodeInOnePass(deps, job, outcome)
    facts = typeof outcome === 'string' ? await correctFacts(deps, job, outcome) : undefined
  }
  if (facts) return encodeSource(deps, { ...encoding, plan: await planFrom(deps, claim, facts) })
  if (typeof outcome === 'string') throw new DamagedSource()
  // The CPU time of several machines says nothing about this one.
  if (outcome.isAllOurs) await rememberSpeed(deps, plan, outcome.encodedVideo.cpuSeconds)
  return outcome.encodedVideo
}

/** Saves checkpoints on the way, unless such checkpoints were just found not to fit together. */
async function encodeInOnePass(deps: EncodingDeps, job: EncodeJob, why: WhyNotInParts): Promise<Encoded | Exclude<WhyNotInParts, 'whole'>> {
  const { claim, plan, source, folder, signal, onProgress } = job
  // Parts may have left files.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const checkpoints = why === 'whole' ? saveCheckpoints(deps, job) : undefined
  try {
    const input = await untilAborted(source.whole(), signal)
    const encodedVideo = await encodeVideo(deps.mediaTools, plan, input, folder, { signal, onProgress, checkpoints })
    return { encodedVideo, isAllOurs: true }
  } catch (error) {
    if (error instanceof DamagedSource) {
      await deps.partLedger.unsplit(claim, { wasUseful: true })
      return 'damaged'
    }
    // The checkpoints together are not what was planned, so no worker may continue from them.
    if (error instanceof InvalidRendition) await checkpoints?.drop()
    // The index may name frames that are not there.
    if (error instanceof InvalidRendition && plan.facts.isFromIndex) return 'does not fit'
    throw error
  } finally {
    await checkpoints?.leave().catch(() => {})
  }
}

/** Jobs that only copy say little about the speed of a machine. */
async function rememberSpeed({ encodingSpeed, log }: EncodingDeps, plan: MediaPlan, cpuSeconds: number): Promise<void> {
  if (!plan.rungs.some(({ action }) => action === 'encode')) return
  await encodingSpeed
    .remember(encodingSpeedOf(plan, cpuSeconds))
    .catch((error) => log.warn({ err: error }, 'encoding speed could not be stored'))
}

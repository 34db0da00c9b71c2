import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { browserTypeOf, describeSource } from '@video-forge/media/probing/describe-source'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import type { LocalSource } from '../platform/storage/file-copies.ts'
import { addToLog, describeDecision } from './job-log.ts'
import type { Claim, EncodingSpeed, Ledger } from './ledger.ts'
import type { LeaderDeps } from './parts/encode-in-parts.ts'
import { describePlan } from './source/plan-source.ts'

export interface PlanningDeps extends Pick<LeaderDeps, 'partLedger' | 'mediaTools' | 'log'> {
  ledger: Ledger
  encodingSpeed: EncodingSpeed
  /** Makes the shared copy of an original that a browser can play. Never fails. */
  shareOriginal: (id: string) => Promise<void>
}

/** Inspects the source and stores what was found and decided. */
export async function planJob(deps: PlanningDeps, claim: Claim, source: LocalSource, signal: AbortSignal): Promise<MediaPlan> {
  const { ledger, mediaTools } = deps
  const known = (await deps.partLedger.recipeOf(claim.id))?.facts ?? (await ledger.sourceFacts(claim))
  // A probe reads all of many files.
  if (!known) source.hurry()
  return planFrom(deps, claim, known ?? (await probeFile(mediaTools, source, signal)))
}

export async function planFrom(deps: PlanningDeps, claim: Claim, facts: SourceFacts): Promise<MediaPlan> {
  const { mediaTools, ledger } = deps
  const { duration, width, height, videoCodec, audioCodec } = describeSource(facts)
  const originalMime = browserTypeOf(facts)
  const audioLanguage = taggedLanguage(facts.audio?.language) ?? null
  await ledger.noteSource(claim, { duration, width, height, videoCodec, audioCodec, audioLanguage, originalMime })
  if (originalMime && !claim.isReplacement) void deps.shareOriginal(claim.id)
  const plan = makePlan(facts, claim.outputFormats, { ...mediaTools.machine, encodingSpeed: await deps.encodingSpeed.now() })
  await addToLog(deps, claim, describeDecision(describeSource(facts), describePlan(plan)))
  await ledger.keepPlan(claim, describePlan(plan))
  return plan
}

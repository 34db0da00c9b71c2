import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { type PartSizes, planSegments } from '@video-forge/media/planning/part-plan'
import { CannotSplit } from '@video-forge/media/run/encode/encode-segment'
import type { EncodedVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import { InvalidRendition } from '@video-forge/media/run/inspect/check-rendition'
import { startTicker, type Ticker } from '../../platform/schedule/ticker.ts'
import type { Claim } from '../ledger.ts'
import { assembleParts, LostFile } from './assemble-parts.ts'
import { encodePart, type PartEncoderDeps } from './encode-part.ts'
import type { Part, PartClaim, PartLedger } from './part-ledger.ts'
import { PartsMeter } from './parts-meter.ts'
import { splitJob } from './split-job.ts'
import { partId } from './work-handler.ts'

export interface LeaderDeps extends PartEncoderDeps {
  /** Tells idle workers, wherever they are, that there are parts to make. */
  callForHelp(ids: readonly string[]): Promise<void>
  /** How large parts are, where that is not as usual. */
  partSizes?: PartSizes
}

export interface EncodeJob {
  claim: Claim
  plan: MediaPlan
  source: string
  /** An empty folder for what comes out. */
  folder: string
  signal: AbortSignal
  onProgress: (progress: JobProgress) => void
}

/** What was made, and whether all of it by this worker, at one go; or why the job has to be made in one piece. */
export type SplitOutcome = { encodedVideo: EncodedVideo; isAllOurs: boolean } | 'whole' | 'does not fit'

const lookEveryMs = 400
const callEveryMs = 20_000
const goneMs = 3000
/** What joining is of the whole, and the seconds it takes however short the video is. */
const joining = 0.02
const leastJoining = 0.3

/** Storage that loses more than this is not asked again. */
const mostLosses = 3

const lostFile = (error: unknown): LostFile => {
  if (error instanceof LostFile) return error
  throw error
}

/**
 * Leads a job that is made in parts: takes one part after the other like any worker, while others take theirs, and joins them when all are
 * done. Whoever leads may die; the next one finds everything that was finished.
 */
export async function encodeInParts(deps: LeaderDeps, job: EncodeJob): Promise<SplitOutcome> {
  const { partLedger, log } = deps
  const { claim, signal } = job
  if (!(await isSplit(deps, job))) return 'whole'
  const started = performance.now()
  const follow = followParts(deps, job)
  let ours = 0
  let losses = 0
  let calledAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      signal.throwIfAborted()
      const parts = await partLedger.parts(claim.id)
      if (parts.length === 0) {
        // The job has ended by another hand, of which its own watch tells in a moment.
        await wait(goneMs, undefined, { signal })
        throw new Error('The parts of this job are gone.')
      }
      if (parts.some(({ state }) => state === 'failed')) break
      if (parts.every(({ state }) => state === 'done')) {
        const made = await assembleParts(deps, job, parts, (performance.now() - started) / 1000).catch(lostFile)
        if (!(made instanceof LostFile)) return { encodedVideo: made, isAllOurs: losses === 0 && ours === parts.length }
        losses += 1
        if (losses > mostLosses) throw new CannotSplit('Finished parts are lost again and again.')
        log.warn({ jobId: claim.id, part: made.part, checkpoints: made.checkpoints }, 'something of a finished part is lost and made again')
        await partLedger.reopen(claim, made.part, made.checkpoints)
        continue
      }
      const open = parts.filter(({ state, isStale }) => state === 'waiting' || isStale)
      if (open.length > 1 && performance.now() - calledAt > callEveryMs) {
        calledAt = performance.now()
        // The first is ours.
        await deps.callForHelp(open.slice(1).map(({ number }) => partId(claim.id, number))).catch(() => {})
      }
      const taken = await takeFirst(partLedger, claim, open)
      if (taken) {
        const isMade = await encodePart(deps, taken, job.source, signal)
        if (isMade && taken.take === 1) ours += 1
      } else await wait(lookEveryMs, undefined, { signal })
    }
  } catch (error) {
    if (!(error instanceof CannotSplit || error instanceof InvalidRendition)) throw error
    log.warn({ err: error, jobId: claim.id }, 'the parts of a job did not fit together')
  } finally {
    await follow.stop()
  }
  log.warn({ jobId: claim.id }, 'a job can not be made in parts and is made in one piece')
  await partLedger.unsplit(claim)
  return 'does not fit'
}

async function takeFirst(partLedger: PartLedger, job: Claim, open: readonly Part[]): Promise<PartClaim | undefined> {
  for (const { number } of open) {
    const claim = await partLedger.take(job.id, number, job)
    if (claim) return claim
  }
  return undefined
}

async function isSplit(deps: LeaderDeps, { claim, plan, signal }: EncodeJob): Promise<boolean> {
  if (await deps.partLedger.recipeOf(claim.id)) return true
  const segments = planSegments(plan, deps.partSizes)
  if (!segments) return false
  await splitJob(deps, claim, plan, segments).catch((error) => {
    signal.throwIfAborted()
    throw error
  })
  return true
}

/** Adds up how far all takers are, and says so several times a second. */
function followParts({ partLedger, log }: LeaderDeps, { claim, plan, onProgress }: EncodeJob): Ticker {
  const meter = new PartsMeter(plan.expectedSeconds)
  const toJoin = leastJoining + joining * plan.expectedSeconds
  const look = async (): Promise<void> => {
    const parts = await partLedger.shares(claim.id)
    const total = parts.reduce((sum, { weight }) => sum + weight, 0)
    if (total === 0) return
    const done = parts.reduce((sum, part) => sum + part.weight * part.done, 0) / total
    onProgress({
      done: done * (1 - joining),
      secondsLeft: meter.secondsLeft(done, performance.now()) + toJoin,
      rungs: plan.rungs.map(({ format }) => ({ format, done: Math.min(0.999, done) })),
    })
  }
  return startTicker(lookEveryMs, () =>
    look().catch((error) => log.warn({ err: error, jobId: claim.id }, 'progress of the parts could not be read')),
  )
}

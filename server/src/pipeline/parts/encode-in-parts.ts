import { setTimeout as wait } from 'node:timers/promises'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { isWholeVideo, type PartSizes, planSegments } from '@video-forge/media/planning/part-plan'
import { CannotSplit } from '@video-forge/media/run/encode/encode-segment'
import type { EncodedVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import { InvalidRendition } from '@video-forge/media/run/inspect/check-rendition'
import type { LocalSource } from '../../platform/storage/file-copies.ts'
import type { Claim } from '../ledger.ts'
import { assembleParts, LostFile } from './assemble-parts.ts'
import { encodePart, type PartEncoderDeps } from './encode-part.ts'
import { followParts, lookEveryMs } from './follow-parts.ts'
import type { Part, PartClaim, PartLedger } from './part-ledger.ts'
import { splitJob } from './split-job.ts'
import { partId } from './work-handler.ts'

export interface LeaderDeps extends PartEncoderDeps {
  /** Offers parts to idle workers, on whichever machine. */
  callForHelp(ids: readonly string[]): Promise<void>
  /** How large parts are; the default unless given. */
  partSizes?: PartSizes
}

export interface EncodeJob {
  claim: Claim
  plan: MediaPlan
  source: LocalSource
  /** An empty folder for the output. */
  folder: string
  signal: AbortSignal
  onProgress: (progress: JobProgress) => void
}

/** The video, and whether this worker encoded all of it without interruption. */
export interface Encoded {
  encodedVideo: EncodedVideo
  isAllOurs: boolean
}

/** Why a job is not encoded in parts: it was not split, its parts do not fit together, or the source is damaged and must not be copied. */
export type WhyNotInParts = 'whole' | 'does not fit' | 'damaged'

const callEveryMs = 20_000
const endedMs = 3000
/** After this many lost files the storage is not trusted with parts any more. */
const maxLosses = 3

/**
 * Leads a job that is split into parts: encodes one part after the other while other workers encode theirs, and joins them when all are done.
 * If the leader dies, the next one finds everything that was finished.
 */
export async function encodeInParts(deps: LeaderDeps, job: EncodeJob): Promise<Encoded | WhyNotInParts> {
  const { partLedger, log } = deps
  const { claim } = job
  if (!(await isSplit(deps, job))) return 'whole'
  const progress = followParts(deps, job)
  deps.leading.add(claim.id)
  let why: WhyNotInParts = 'does not fit'
  try {
    const outcome = await leadParts(deps, job)
    if (typeof outcome === 'object') return outcome
    why = outcome
  } catch (error) {
    if (!(error instanceof CannotSplit || error instanceof InvalidRendition)) throw error
    log.warn({ err: error, jobId: claim.id }, 'parts of a job do not fit together')
  } finally {
    deps.leading.delete(claim.id)
    await progress.stop()
  }
  log.warn({ jobId: claim.id, why }, 'job cannot be encoded in parts')
  // Once that is known of a source, another try with the same outcome is none that brings the job on.
  await partLedger.unsplit(claim, { wasUseful: !job.plan.facts.isUnsplittable })
  return why
}

async function leadParts(deps: LeaderDeps, job: EncodeJob): Promise<Encoded | WhyNotInParts> {
  const { partLedger } = deps
  const { claim, signal } = job
  const startedAt = performance.now()
  const callForHelp = createCall(deps, claim)
  const beside = encodeBeside(job)
  let ownCount = 0
  let lossCount = 0
  const encode = async (part: PartClaim): Promise<void> => {
    const isFinished = await encodePart(deps, part, job.source, beside.signal)
    if (isFinished && part.leaseNumber === 1) ownCount += 1
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const parts = await partLedger.parts(claim.id)
      if (parts.length === 0) {
        // The job has ended meanwhile; the watch of its claim aborts the signal in a moment.
        await wait(endedMs, undefined, { signal })
        throw new Error('The parts of this job are gone.')
      }
      const failed = parts.filter(({ state }) => state === 'failed')
      if (failed.length > 0) return failed.some(({ outcome }) => outcome && outcome.decodeErrors > 0) ? 'damaged' : 'does not fit'
      if (parts.every(({ state }) => state === 'done')) {
        const encodedVideo = await assembleParts(deps, job, parts, (performance.now() - startedAt) / 1000).catch(lostFile)
        if (!(encodedVideo instanceof LostFile)) return { encodedVideo, isAllOurs: lossCount === 0 && ownCount === parts.length }
        lossCount += 1
        await redo(deps, claim, encodedVideo, lossCount)
        continue
      }
      const open = parts.filter(({ state, isStale }) => state === 'waiting' || isStale)
      await callForHelp(open)
      const part = await leaseFirst(partLedger, claim, open)
      if (!part) await wait(lookEveryMs, undefined, { signal })
      else if (isDoneBeside(part, open)) beside.start(encode(part))
      else await encode(part)
    }
  } finally {
    await beside.stop()
  }
}

/** Work beside the loop that is stopped with it. An error has either been handled or comes with the end of the worker. */
function encodeBeside({ signal }: EncodeJob) {
  const over = new AbortController()
  const running = new Set<Promise<void>>()
  return {
    signal: AbortSignal.any([signal, over.signal]),
    start(work: Promise<void>): void {
      const settled = work.catch(() => {}).finally(() => running.delete(settled))
      running.add(settled)
    },
    async stop(): Promise<void> {
      over.abort(new Error('The parts of this job are over.'))
      await Promise.all(running)
    },
  }
}

/**
 * Viewers need the audio with the first pictures. A copy takes little, and may have to wait for its source. Thumbnails would come last where the
 * pictures are one part.
 */
const isDoneBeside = ({ kind }: PartClaim, open: readonly Part[]): boolean =>
  kind === 'audio' || kind === 'copy' || (kind === 'extras' && open.some(({ segment }) => segment && isWholeVideo(segment)))

const lostFile = (error: unknown): LostFile => {
  if (error instanceof LostFile) return error
  throw error
}

async function redo({ partLedger, log }: LeaderDeps, claim: Claim, { part, checkpoints }: LostFile, lossCount: number): Promise<void> {
  if (lossCount > maxLosses) throw new CannotSplit('Finished parts are lost again and again.')
  log.warn({ jobId: claim.id, part, checkpoints }, 'file of a finished part is lost, encoding it again')
  await partLedger.reopen(claim, part, checkpoints)
}

function createCall(deps: LeaderDeps, { id }: Claim) {
  let calledAt = Number.NEGATIVE_INFINITY
  return async (open: readonly Part[]): Promise<void> => {
    if (open.length <= 1 || performance.now() - calledAt <= callEveryMs) return
    calledAt = performance.now()
    // The leader encodes the first one itself.
    await deps.callForHelp(open.slice(1).map(({ number }) => partId(id, number))).catch(() => {})
  }
}

async function leaseFirst(partLedger: PartLedger, job: Claim, open: readonly Part[]): Promise<PartClaim | undefined> {
  for (const { number } of open) {
    const claim = await partLedger.lease(job.id, number, job)
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

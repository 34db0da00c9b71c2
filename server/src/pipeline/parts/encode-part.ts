import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { isReadFromStart, type Segment } from '@video-forge/media/planning/part-plan'
import { encodeExtras } from '@video-forge/media/run/encode/encode-extras'
import { CannotSplit, encodeSegment } from '@video-forge/media/run/encode/encode-segment'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import type { PartOutcome, PartRecipe } from '../../platform/database/tables.ts'
import { startTicker } from '../../platform/schedule/ticker.ts'
import { partFolderName } from '../../platform/scratch/scratch-names.ts'
import { type Storage, StorageUnavailable } from '../../platform/storage/storage.ts'
import { isUnavailable } from '../is-unavailable.ts'
import { openCheckpointStore } from './checkpoint-store.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'

export interface PartEncoderDeps {
  partLedger: PartLedger
  storage: Storage
  mediaTools: MediaTools
  /** A folder for unfinished work, emptied after each part. */
  scratch: string
  log: Logger
  /** How often a pass looks for what it has finished, unless it is the usual. */
  checkpointIntervalMs?: number
}

/** A part that so many takers could not make, the last of them nothing of it, is not tried again. */
const mostTakes = 4
const heartbeatIntervalMs = 500
/** Before somebody takes the next part while storage is away. */
const unavailableMs = 2000

/** The plan of the whole, as every worker makes it from the recipe; only how many threads it may use is its own affair. */
const planOf = ({ facts, formats, machine }: PartRecipe, mediaTools: MediaTools): MediaPlan =>
  makePlan(facts, formats, { ...machine, cores: mediaTools.machine.cores })

/**
 * Makes a part that was taken. Whatever goes wrong, what it finished stays, and the part goes back in line, unless it turns out that the
 * source can't be made in parts. Only when the worker must stop does it reject; true when the part is finished, by this taker.
 */
export async function encodePart(
  encoderDeps: PartEncoderDeps,
  claim: PartClaim,
  source: string,
  outer: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<boolean> {
  const { log, partLedger } = encoderDeps
  const lost = new AbortController()
  const signal = AbortSignal.any([outer, lost.signal])
  const words = { jobId: claim.jobId, part: claim.number, take: claim.take }
  const so = { done: 0, kept: 0 }
  const beat = async (): Promise<void> => {
    try {
      if (!(await partLedger.beat(claim, so.done))) lost.abort(new Error('The part is no longer ours.'))
    } catch (error) {
      // The database is away; whether the part still counts is asked with every piece.
      log.warn({ err: error, ...words }, 'a part could not be reported')
    }
  }
  const heartbeat = startTicker(heartbeatIntervalMs, beat)
  const folder = join(encoderDeps.scratch, partFolderName(claim.jobId, claim.number, claim.take))
  try {
    await mkdir(folder, { recursive: true })
    const make = claim.segment ? makePictures : makeExtras
    const outcome = await make(encoderDeps, claim, source, folder, signal, {
      done(share) {
        so.done = share
        onProgress(share)
      },
      kept() {
        so.kept += 1
      },
    })
    return await partLedger.finish(claim, outcome)
  } catch (error) {
    if (lost.signal.aborted) return false
    if (outer.aborted && !(error instanceof CannotSplit)) {
      await partLedger.handBack(claim).catch(() => {})
      throw error
    }
    log.warn({ err: error, ...words }, 'a part could not be made')
    const mayWait = error instanceof StorageUnavailable && (await isUnavailable(encoderDeps.storage))
    const isHopeless = error instanceof CannotSplit || (claim.take >= mostTakes && !mayWait && so.kept === 0)
    await (isHopeless ? partLedger.fail(claim) : partLedger.handBack(claim)).catch(() => {})
    if (mayWait) await wait(unavailableMs, undefined, { signal: outer }).catch(() => {})
    return false
  } finally {
    await heartbeat.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Make = (
  encoderDeps: PartEncoderDeps,
  claim: PartClaim,
  source: string,
  folder: string,
  signal: AbortSignal,
  tell: { done(share: number): void; kept(): void },
) => Promise<PartOutcome>

/** The pictures of a stretch, from where an earlier taker has left off. */
const makePictures: Make = async (encoderDeps, claim, source, folder, signal, tell) => {
  const { mediaTools } = encoderDeps
  const { checkpoints } = claim
  const segment: Segment = claim.segment ?? { from: 0, to: undefined, frames: 0 }
  const finished = checkpoints.reduce((sum, { frames }) => sum + frames, 0)
  const left = segment.frames - finished
  const nothing = { files: [], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 }
  const last = checkpoints.at(-1)
  // An earlier taker came to the end and died before it could say so. What it lacks, the source lacks.
  if (last && last.to === segment.to) return { ...nothing, decodeErrors: Math.max(0, left) }
  const from = last?.to ?? segment.from
  const plan = planOf(claim.recipe, mediaTools)
  const earlierErrors = Math.max(0, ...checkpoints.map((checkpoint) => checkpoint.decodeErrors ?? 0))
  const isCopied = plan.rungs.some(({ action }) => action === 'copy')
  if (earlierErrors > 0 && (isCopied || !isReadFromStart(plan, segment)))
    throw new CannotSplit('Some pictures that are finished could not be decoded.')
  const store = openCheckpointStore(encoderDeps, claim)
  const { ssim, cpuSeconds, decodeErrors } = await encodeSegment(mediaTools, plan, { ...segment, from, frames: left }, source, folder, {
    signal,
    onProgress: (done) => tell.done((finished + done * left) / segment.frames),
    onCheckpoint: async (checkpoint) => {
      await store(checkpoint)
      tell.kept()
    },
  })
  return { ...nothing, ssim, frames: left, cpuSeconds, decodeErrors: Math.max(earlierErrors, decodeErrors) }
}

/** Everything else, whole. */
const makeExtras: Make = async ({ storage, mediaTools }, claim, source, folder, signal, tell) => {
  const plan = planOf(claim.recipe, mediaTools)
  const { files: names, cpuSeconds, decodeErrors } = await encodeExtras(mediaTools, plan, source, folder, { signal, onProgress: tell.done })
  if (decodeErrors > 0 && plan.rungs.some(({ action }) => action === 'copy'))
    throw new CannotSplit('Some pictures of the source are damaged, so it may not be copied.')
  const files = []
  for (const name of names) {
    const key = claim.folder + name
    await storage.putFile(key, join(folder, name))
    files.push({ name, key })
  }
  return { files, ssim: [], frames: 0, cpuSeconds, decodeErrors }
}

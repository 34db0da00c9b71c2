import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rungFile } from '@video-forge/media/arguments/encode-arguments'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { copiedRungs, isReadFromStart, type Segment } from '@video-forge/media/planning/part-plan'
import { cutCopy } from '@video-forge/media/run/checkpoints/cut-copy'
import { copyRungs } from '@video-forge/media/run/encode/copy-rungs'
import { DamagedSource } from '@video-forge/media/run/encode/damaged-source'
import { encodeAudio } from '@video-forge/media/run/encode/encode-audio'
import { encodeExtras, type PartFiles } from '@video-forge/media/run/encode/encode-extras'
import { CannotSplit, encodeSegment } from '@video-forge/media/run/encode/encode-segment'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import type { PartKind, PartOutcome, PartRecipe, StoredCopy } from '../../platform/database/tables/part-tables.ts'
import { startTicker } from '../../platform/schedule/ticker.ts'
import { partFolderName } from '../../platform/scratch/scratch-names.ts'
import type { LocalSource } from '../../platform/storage/file-copies.ts'
import { isUnavailable } from '../../platform/storage/is-unavailable.ts'
import { type Storage, StorageUnavailable } from '../../platform/storage/storage.ts'
import { untilAborted } from '../../platform/until-aborted.ts'
import { openAudioStore, openCheckpointStore } from './checkpoint-store.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'

export interface PartEncoderDeps {
  partLedger: PartLedger
  storage: Storage
  mediaTools: MediaTools
  /** A folder for unfinished work. */
  scratch: string
  log: Logger
  /** The ids of the jobs that this process leads. */
  leading: Set<string>
  /** How often a pass looks for finished checkpoints; the default unless given. */
  checkpointIntervalMs?: number
}

/** A part is given up after this many leases if the last one finished nothing of it. */
const maxLeases = 4
const heartbeatIntervalMs = 500
/** Before the next part is leased while storage is unavailable. */
const unavailableMs = 2000

/** Every worker makes the same plan from the recipe; only the number of threads is its own. */
const planOf = ({ facts, formats, machine }: PartRecipe, mediaTools: MediaTools): MediaPlan =>
  makePlan(facts, formats, { ...machine, cores: mediaTools.machine.cores })

/** What a lease has done so far. */
interface PartProgress {
  done: number
  checkpointCount: number
}

/**
 * Encodes a leased part; true when this lease has finished it. After an error its checkpoints stay and the part waits again, unless the source
 * turns out not to be splittable. Rejects only when the worker must stop.
 */
export async function encodePart(
  encoderDeps: PartEncoderDeps,
  claim: PartClaim,
  source: LocalSource,
  stopSignal: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<boolean> {
  const { log, partLedger } = encoderDeps
  const lost = new AbortController()
  const progress: PartProgress = { done: 0, checkpointCount: 0 }
  const heartbeat = startTicker(heartbeatIntervalMs, async () => {
    try {
      if (!(await partLedger.heartbeat(claim, progress.done))) lost.abort(new Error('The lease of the part is lost.'))
    } catch (error) {
      // Without the database the work goes on; each checkpoint checks the lease again.
      log.warn({ err: error, ...idsOf(claim) }, 'heartbeat of a part failed')
    }
  })
  const folder = join(encoderDeps.scratch, partFolderName(claim.jobId, claim.number, claim.leaseNumber))
  try {
    await mkdir(folder, { recursive: true })
    const encode = encoders[claim.kind]
    const outcome = await encode(encoderDeps, claim, source, folder, AbortSignal.any([stopSignal, lost.signal, source.lost]), {
      onDone(share) {
        progress.done = share
        onProgress(share)
      },
      onCheckpoint() {
        progress.checkpointCount += 1
      },
    })
    return await partLedger.finish(claim, outcome)
  } catch (error) {
    if (!lost.signal.aborted) await afterError(encoderDeps, claim, progress, error, stopSignal)
    return false
  } finally {
    await heartbeat.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const idsOf = ({ jobId, number: part, leaseNumber }: PartClaim) => ({ jobId, part, leaseNumber })

/** Hands the part back or gives it up. Rejects when the worker must stop. */
async function afterError(
  { log, partLedger, storage }: PartEncoderDeps,
  claim: PartClaim,
  { checkpointCount }: PartProgress,
  error: unknown,
  stopSignal: AbortSignal,
): Promise<void> {
  const isDamaged = error instanceof DamagedSource
  const cannotSplit = isDamaged || error instanceof CannotSplit
  if (stopSignal.aborted && !cannotSplit) {
    await partLedger.handBack(claim).catch(() => {})
    throw error
  }
  log.warn({ err: error, ...idsOf(claim) }, 'part could not be encoded')
  const mustWait = error instanceof StorageUnavailable && (await isUnavailable(storage))
  const isHopeless = cannotSplit || (claim.leaseNumber >= maxLeases && !mustWait && checkpointCount === 0)
  await (isHopeless ? partLedger.fail(claim, { isDamaged }) : partLedger.handBack(claim)).catch(() => {})
  if (mustWait) await wait(unavailableMs, undefined, { signal: stopSignal }).catch(() => {})
}

type Encode = (
  encoderDeps: PartEncoderDeps,
  claim: PartClaim,
  source: LocalSource,
  folder: string,
  signal: AbortSignal,
  report: { onDone(share: number): void; onCheckpoint(): void },
) => Promise<PartOutcome>

/** The pictures of a segment, from its last checkpoint on. */
const encodePictures: Encode = async (encoderDeps, claim, source, folder, signal, report) => {
  const { mediaTools } = encoderDeps
  const { checkpoints } = claim
  const segment: Segment = claim.segment ?? { from: 0, to: undefined, frames: 0 }
  const finishedFrames = checkpoints.reduce((sum, { frames }) => sum + frames, 0)
  const framesLeft = segment.frames - finishedFrames
  const nothing = { files: [], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 }
  const last = checkpoints.at(-1)
  // An earlier worker finished the segment and died before it could say so. Frames that are missing are missing in the source.
  if (last && last.to === segment.to) return { ...nothing, decodeErrors: Math.max(0, framesLeft) }
  const from = last?.to ?? segment.from
  const plan = planOf(claim.recipe, mediaTools)
  const earlierErrors = Math.max(0, ...checkpoints.map((checkpoint) => checkpoint.decodeErrors ?? 0))
  if (earlierErrors > 0 && !isReadFromStart(plan, segment)) throw new CannotSplit('Some finished pictures could not be decoded.')
  if (earlierErrors > 0 && copiedRungs(plan).length > 0) throw new DamagedSource()
  const store = openCheckpointStore(encoderDeps, claim)
  const rest = { ...segment, from, frames: framesLeft }
  const { ssim, cpuSeconds, decodeErrors } = await encodeSegment(mediaTools, plan, rest, source.now(), folder, {
    signal,
    onProgress: (done) => report.onDone((finishedFrames + done * framesLeft) / segment.frames),
    onCheckpoint: async (checkpoint) => {
      await store(checkpoint)
      report.onCheckpoint()
    },
  })
  return { ...nothing, ssim, frames: framesLeft, cpuSeconds, decodeErrors: Math.max(earlierErrors, decodeErrors) }
}

const encodeSound: Encode = async (encoderDeps, claim, source, folder, signal, report) => {
  const { mediaTools } = encoderDeps
  const options = { signal, onProgress: report.onDone, onAudio: openAudioStore(encoderDeps, claim) }
  const plan = planOf(claim.recipe, mediaTools)
  return storeFiles(encoderDeps, claim, folder, await encodeAudio(mediaTools, plan, source.now(), folder, options))
}

/** The copied renditions, and how they are played until the job has ended. */
const copyPictures: Encode = async (encoderDeps, claim, source, folder, signal, report) => {
  const { mediaTools, storage, log } = encoderDeps
  const plan = planOf(claim.recipe, mediaTools)
  const input = await untilAborted(source.whole(), signal)
  const made = await copyRungs(mediaTools, plan, input, folder, { signal, onProgress: report.onDone })
  refuseDamage(plan, made)
  const copies: StoredCopy[] = []
  for (const rung of copiedRungs(plan)) {
    const leads = `leads-${rung.format}`
    try {
      const index = await cutCopy(join(folder, rungFile(rung)), join(folder, leads))
      copies.push({ ...index, format: rung.format, key: claim.folder + rungFile(rung), leadsKey: claim.folder + leads })
    } catch (error) {
      log.warn({ err: error, ...idsOf(claim) }, 'copied rendition can be played only when the job has ended')
      continue
    }
    await storage.putFile(claim.folder + leads, join(folder, leads))
  }
  return { ...(await storeFiles(encoderDeps, claim, folder, made)), copies }
}

/** Everything but renditions and audio, as a whole. It reads all over the source, so all of it must be here. */
const encodeOther: Encode = async (encoderDeps, claim, source, folder, signal, report) => {
  const { mediaTools } = encoderDeps
  const plan = planOf(claim.recipe, mediaTools)
  const input = await untilAborted(source.whole(), signal)
  const made = await encodeExtras(mediaTools, plan, input, folder, { signal, onProgress: report.onDone })
  refuseDamage(plan, made)
  return storeFiles(encoderDeps, claim, folder, made)
}

function refuseDamage(plan: MediaPlan, { decodeErrors }: PartFiles): void {
  if (decodeErrors > 0 && copiedRungs(plan).length > 0) throw new DamagedSource()
}

const encoders: Record<PartKind, Encode> = { segment: encodePictures, audio: encodeSound, copy: copyPictures, extras: encodeOther }

async function storeFiles(
  { storage }: PartEncoderDeps,
  claim: PartClaim,
  folder: string,
  { files: names, cpuSeconds, decodeErrors }: PartFiles,
): Promise<PartOutcome> {
  const files = []
  for (const name of names) {
    const key = claim.folder + name
    await storage.putFile(key, join(folder, name))
    files.push({ name, key })
  }
  return { files, ssim: [], frames: 0, cpuSeconds, decodeErrors }
}

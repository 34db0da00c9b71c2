import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type MediaPlan, makePlan } from '@video-forge/media/plan/make-plan'
import { isReadFromStart, type Stretch } from '@video-forge/media/plan/part-plan'
import { forgeRest } from '@video-forge/media/run/forge-rest'
import { forgeStretch, NotToBeParted } from '@video-forge/media/run/forge-stretch'
import type { Workshop } from '@video-forge/media/run/programs'
import type { Logger } from 'pino'
import type { PartOutcome, PartRecipe } from '../platform/database/tables.ts'
import { type Storage, StorageAway } from '../platform/storage/storage.ts'
import { isAway } from './is-away.ts'
import type { PartClaim, PartLedger } from './part-ledger.ts'
import { openPieceStore } from './piece-store.ts'

export interface PartMaker {
  partLedger: PartLedger
  storage: Storage
  workshop: Workshop
  /** A folder for unfinished work, emptied after each part. */
  scratch: string
  log: Logger
  /** How often a pass looks for what it has finished, unless it is the usual. */
  checkpointIntervalMs?: number
}

/** A part that so many takers could not make, the last of them nothing of it, is not tried again. */
const mostTakes = 4
const beatEveryMs = 500
/** Before somebody takes the next part while storage is away. */
const awayMs = 2000

/** The plan of the whole, as every worker makes it from the recipe; only how many threads it may use is its own affair. */
const planOf = ({ facts, formats, machine }: PartRecipe, workshop: Workshop): MediaPlan =>
  makePlan(facts, formats, { ...machine, cores: workshop.machine.cores })

/**
 * Makes a part that was taken. Whatever goes wrong, what it finished stays, and the part goes back in line, unless it turns out that the
 * source can't be made in parts. Only when the worker must stop does it reject; true when the part is finished, by this taker.
 */
export async function makePart(
  maker: PartMaker,
  claim: PartClaim,
  source: string,
  outer: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<boolean> {
  const { log, partLedger } = maker
  const lost = new AbortController()
  const signal = AbortSignal.any([outer, lost.signal])
  const words = { jobId: claim.jobId, part: claim.number, take: claim.take }
  const so = { done: 0, kept: 0 }
  let beating = Promise.resolve()
  const beat = async (): Promise<void> => {
    try {
      if (!(await partLedger.beat(claim, so.done))) lost.abort(new Error('The part is no longer ours.'))
    } catch (error) {
      // The database is away; whether the part still counts is asked with every piece.
      log.warn({ err: error, ...words }, 'a part could not be reported')
    }
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, beatEveryMs)
  const folder = join(maker.scratch, `${claim.jobId}.${claim.number}-${claim.take}-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    const make = claim.stretch ? makePictures : makeRest
    const outcome = await make(maker, claim, source, folder, signal, {
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
    if (outer.aborted && !(error instanceof NotToBeParted)) {
      await partLedger.handBack(claim).catch(() => {})
      throw error
    }
    log.warn({ err: error, ...words }, 'a part could not be made')
    const mayWait = error instanceof StorageAway && (await isAway(maker.storage))
    const isHopeless = error instanceof NotToBeParted || (claim.take >= mostTakes && !mayWait && so.kept === 0)
    await (isHopeless ? partLedger.fail(claim) : partLedger.handBack(claim)).catch(() => {})
    if (mayWait) await wait(awayMs, undefined, { signal: outer }).catch(() => {})
    return false
  } finally {
    clearInterval(timer)
    await beating
    await rm(folder, { recursive: true, force: true })
  }
}

type Make = (
  maker: PartMaker,
  claim: PartClaim,
  source: string,
  folder: string,
  signal: AbortSignal,
  tell: { done(share: number): void; kept(): void },
) => Promise<PartOutcome>

/** The pictures of a stretch, from where an earlier taker has left off. */
const makePictures: Make = async (maker, claim, source, folder, signal, tell) => {
  const { workshop } = maker
  const { pieces } = claim
  const stretch: Stretch = claim.stretch ?? { from: 0, to: undefined, frames: 0 }
  const finished = pieces.reduce((sum, { frames }) => sum + frames, 0)
  const left = stretch.frames - finished
  const nothing = { files: [], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 }
  const last = pieces.at(-1)
  // An earlier taker came to the end and died before it could say so. What it lacks, the source lacks.
  if (last && last.to === stretch.to) return { ...nothing, decodeErrors: Math.max(0, left) }
  const from = last?.to ?? stretch.from
  const plan = planOf(claim.recipe, workshop)
  const earlierErrors = Math.max(0, ...pieces.map((piece) => piece.decodeErrors ?? 0))
  const isCopied = plan.rungs.some(({ action }) => action === 'copy')
  if (earlierErrors > 0 && (isCopied || !isReadFromStart(plan, stretch)))
    throw new NotToBeParted('Some pictures that are finished could not be decoded.')
  const store = openPieceStore(maker, claim)
  const { ssim, cpuSeconds, decodeErrors } = await forgeStretch(workshop, plan, { ...stretch, from, frames: left }, source, folder, {
    signal,
    onProgress: (done) => tell.done((finished + done * left) / stretch.frames),
    onPiece: async (piece) => {
      await store(piece)
      tell.kept()
    },
  })
  return { ...nothing, ssim, frames: left, cpuSeconds, decodeErrors: Math.max(earlierErrors, decodeErrors) }
}

/** Everything else, whole. */
const makeRest: Make = async ({ storage, workshop }, claim, source, folder, signal, tell) => {
  const plan = planOf(claim.recipe, workshop)
  const { files: names, cpuSeconds, decodeErrors } = await forgeRest(workshop, plan, source, folder, { signal, onProgress: tell.done })
  if (decodeErrors > 0 && plan.rungs.some(({ action }) => action === 'copy'))
    throw new NotToBeParted('Some pictures of the source are damaged, so it may not be copied.')
  const files = []
  for (const name of names) {
    const key = claim.folder + name
    await storage.putFile(key, join(folder, name))
    files.push({ name, key })
  }
  return { files, ssim: [], frames: 0, cpuSeconds, decodeErrors }
}

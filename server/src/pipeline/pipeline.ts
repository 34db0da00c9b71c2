import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodingSpeedOf } from '@video-forge/media/planning/cost'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { describeSource, playsInBrowsers } from '@video-forge/media/probing/describe-source'
import { encodeVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import { InvalidRendition } from '@video-forge/media/run/inspect/check-rendition'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import type { WorkHandler } from '../platform/queue/queue.ts'
import { jobFolderName } from '../platform/scratch/scratch-names.ts'
import { StorageUnavailable } from '../platform/storage/storage.ts'
import { finalFailure } from './explain-failure.ts'
import { isUnavailable } from './is-unavailable.ts'
import { JobFailure } from './job-failure.ts'
import { describeDecision, lastWords } from './job-log.ts'
import type { Claim, EncodingSpeed, Ledger } from './ledger.ts'
import { type EncodeJob, encodeInParts, type LeaderDeps } from './parts/encode-in-parts.ts'
import { saveCheckpoints } from './parts/save-checkpoints.ts'
import { obtainSource, type SourceDeps } from './source/obtain-source.ts'
import { describePlan } from './source/plan-source.ts'
import { attemptPrefix, keepAssets } from './store-assets.ts'
import { type Watch, watchClaim } from './watch-claim.ts'

export interface PipelineDeps extends SourceDeps, LeaderDeps {
  ledger: Ledger
  encodingSpeed: EncodingSpeed
  /** Makes what others get of an original that a browser can play. Never fails. */
  shareOriginal: (id: string) => Promise<void>
}

const mostAttempts = 3

/** How much of the whole each part of a job is, in percent. */
const share = { fetched: 5, encodedVideo: 97 }

/** Seconds to put the files in place: a new name for them on the same disk, or a copy over the network at so many bytes a second. */
const renameSeconds = 0.1
const networkBytes = 50e6

/** The worker's story: fetch, probe, plan, encode, publish. */
export function createPipeline(parts: PipelineDeps): WorkHandler {
  const { ledger, log } = parts
  return async (id, outer) => {
    const claim = await ledger.claim(id)
    if (!claim) return
    const watch = watchClaim(ledger, claim, outer, log)
    const folder = join(parts.scratch, jobFolderName(id, claim.attempt))
    try {
      if (claim.attempt - claim.usefulAttempt > mostAttempts) throw gaveUp()
      await mkdir(folder, { recursive: true })
      await work(parts, claim, folder, watch)
      await dropEarlierAttempts(parts, claim, { withParts: true }).catch(() => {})
    } catch (error) {
      await watch.stop()
      await dropOwn(parts, claim).catch(() => {})
      await giveUp(parts, claim, error, { isLost: watch.isLost(), isStopping: outer.aborted })
    } finally {
      await watch.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function work(parts: PipelineDeps, claim: Claim, folder: string, watch: Watch): Promise<void> {
  const { mediaTools, storage, ledger } = parts
  const { signal } = watch
  const idle = claim.outputFormats.map((format) => ({ format, progress: 0 }))
  const fetching = { status: 'DOWNLOADING', stage: 'Fetching the source', etaSeconds: null, renditions: idle } as const
  const source = await obtainSource(parts, claim, folder, signal, (done = 0) => watch.now({ ...fetching, progress: done * share.fetched }))

  watch.now({ ...fetching, status: 'PROCESSING', stage: 'Looking at the source', progress: share.fetched })
  const facts = (await parts.partLedger.recipeOf(claim.id))?.facts ?? (await probeFile(mediaTools, source.path, signal))
  const { duration, width, height, videoCodec, audioCodec } = describeSource(facts)
  const originalMime = playsInBrowsers(facts) ? (facts.container === 'webm' ? 'video/webm' : 'video/mp4') : null
  await ledger.noteSource(claim, { duration, width, height, videoCodec, audioCodec, originalMime })
  if (originalMime) void parts.shareOriginal(claim.id)
  const plan = makePlan(facts, claim.outputFormats, { ...mediaTools.machine, encodingSpeed: await parts.encodingSpeed.now() })
  await keepLog(parts, claim, describeDecision(describeSource(facts), describePlan(plan)))
  await ledger.keepPlan(claim, describePlan(plan))

  const publishSeconds = storage.localPath(source.key) ? renameSeconds : renameSeconds + plan.expectedBytes / networkBytes
  const output = join(folder, 'output')
  await mkdir(output)
  const onProgress = ({ done, secondsLeft, rungs }: JobProgress) =>
    watch.now({
      status: 'PROCESSING',
      stage: 'Making the renditions',
      progress: share.fetched + done * (share.encodedVideo - share.fetched),
      etaSeconds: secondsLeft === null ? null : tenths(secondsLeft + publishSeconds),
      renditions: rungs.map((rung) => ({ format: rung.format, progress: tenths(rung.done * 100) })),
    })
  const job = { claim, plan, source: source.path, folder: output, signal, onProgress }
  const outcome = await encodeInParts(parts, job)
  const { encodedVideo, isAllOurs } = typeof outcome === 'object' ? outcome : await encodeInOnePass(parts, job, outcome)
  // What several machines took together says nothing about this one.
  if (isAllOurs) await rememberSpeed(parts, plan, encodedVideo.cpuSeconds)

  const finished = encodedVideo.renditions.map(({ format }) => ({ format, progress: 100 }))
  const uploading = {
    status: 'UPLOADING',
    stage: 'Putting the files in place',
    progress: share.encodedVideo,
    etaSeconds: tenths(publishSeconds),
    renditions: finished,
  } as const
  watch.now(uploading)
  await ledger.report(claim, uploading)
  const assets = await keepAssets(storage, claim, encodedVideo, source)
  signal.throwIfAborted()

  await watch.stop()
  const skipped = encodedVideo.formats.filter(({ action }) => action === 'skip').map(({ reason }) => reason)
  const published = await ledger.publish(claim, {
    assets,
    notes: [...encodedVideo.notes, ...skipped],
  })
  if (!published) throw new Error('The job was taken away before it could be published.')
}

const tenths = (number: number): number => Math.round(number * 10) / 10

/**
 * Whatever parts have left in the folder goes first. Pieces are kept on the way, unless this very source was just found not to fit together
 * from pieces.
 */
async function encodeInOnePass(parts: PipelineDeps, job: EncodeJob, why: 'whole' | 'does not fit') {
  const { plan, source, folder, signal, onProgress } = job
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const checkpoints = why === 'whole' ? saveCheckpoints(parts, job) : undefined
  try {
    const encodedVideo = await encodeVideo(parts.mediaTools, plan, source, folder, { signal, onProgress, checkpoints: checkpoints })
    return { encodedVideo, isAllOurs: true }
  } catch (error) {
    // What became of all pieces together is not what was planned; they are worth nothing.
    if (error instanceof InvalidRendition) await checkpoints?.drop()
    throw error
  } finally {
    await checkpoints?.leave().catch(() => {})
  }
}

/** What an error means for the job: nothing if it is not ours any more, back in line, or the end. */
async function giveUp(
  { ledger, storage, log }: PipelineDeps,
  claim: Claim,
  error: unknown,
  how: { isLost: boolean; isStopping: boolean },
): Promise<void> {
  if (how.isLost) return
  if (how.isStopping) {
    await ledger.handBack(claim, { counts: false })
    throw error
  }
  if (error instanceof StorageUnavailable && (await isUnavailable(storage))) {
    log.warn({ err: error, jobId: claim.id }, 'storage is away; the job waits for it')
    await ledger.handBack(claim, { counts: false })
    return
  }
  const isLast = claim.attempt - (await ledger.usefulAttempt(claim)) >= mostAttempts
  const final = finalFailure(error) ?? (isLast ? gaveUp(error) : undefined)
  if (!final) {
    log.warn({ err: error, jobId: claim.id, attempt: claim.attempt }, 'an attempt failed and is tried again')
    await keepLog({ ledger, log }, claim, [`Attempt ${claim.attempt} failed and is tried again.`, ...lastWords(error)])
    await ledger.handBack(claim, { counts: true })
    return
  }
  log.info({ jobId: claim.id, cause: final.failure, err: final.cause }, 'a job failed')
  await keepLog({ ledger, log }, claim, lastWords(final.cause ?? final))
  await ledger.fail(claim, { cause: final.failure, sentence: final.message, detail: final.detail })
  await dropEarlierAttempts({ storage }, claim, { withParts: false }).catch(() => {})
}

/** The log is for whoever looks into a job later; a job never fails for want of it. */
async function keepLog({ ledger, log }: Pick<PipelineDeps, 'ledger' | 'log'>, claim: Claim, lines: readonly string[]): Promise<void> {
  try {
    for (const line of lines) await ledger.note(claim, line)
  } catch (error) {
    log.warn({ err: error, jobId: claim.id }, 'a line of the log could not be written down')
  }
}

/** A job that only copies says little about how quick a machine is. A job never fails for want of a forecast for the next. */
async function rememberSpeed({ encodingSpeed, log }: PipelineDeps, plan: MediaPlan, cpuSeconds: number): Promise<void> {
  if (!plan.rungs.some(({ action }) => action === 'encode')) return
  await encodingSpeed
    .remember(encodingSpeedOf(plan, cpuSeconds))
    .catch((error) => log.warn({ err: error }, 'the pace of a job could not be written down'))
}

const gaveUp = (cause?: unknown) => new JobFailure('internal', `The job failed ${mostAttempts} times and was given up.`, { cause })

/** What a take that came to nothing has put in place. Should it stay, it goes with the job's end. */
async function dropOwn({ ledger, storage }: PipelineDeps, claim: Claim): Promise<void> {
  if (!(await ledger.isPublished(claim))) await storage.deleteAll(attemptPrefix(claim))
}

/**
 * What takes that were killed have left behind, and, once the job is published, its parts. Notes of theirs are kept until they are gone, so this is
 * only to be quick.
 */
async function dropEarlierAttempts(
  { storage }: Pick<PipelineDeps, 'storage'>,
  claim: Claim,
  { withParts }: { withParts: boolean },
): Promise<void> {
  const folders = new Set<string>()
  for await (const { key } of storage.list(`videos/${claim.id}/`)) folders.add(key.split('/')[2] ?? '')
  for (const folder of folders) {
    const isEarlier = /^\d+$/.test(folder) && Number(folder) < claim.take
    if (isEarlier || (withParts && folder.startsWith('parts-'))) await storage.deleteAll(`videos/${claim.id}/${folder}/`)
  }
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { sentences } from '@video-forge/contract/sentences'
import { encodingSpeedOf } from '@video-forge/media/planning/cost'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { browserTypeOf, describeSource } from '@video-forge/media/probing/describe-source'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import { type EncodedVideo, encodeVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import { InvalidRendition } from '@video-forge/media/run/inspect/check-rendition'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import type { WorkHandler } from '../platform/queue/queue.ts'
import { jobFolderName } from '../platform/scratch/scratch-names.ts'
import type { LocalSource } from '../platform/storage/file-copies.ts'
import { isUnavailable } from '../platform/storage/is-unavailable.ts'
import { StorageUnavailable } from '../platform/storage/storage.ts'
import { untilAborted } from '../platform/until-aborted.ts'
import { takeEmbedded } from './embedded/take-embedded.ts'
import { finalFailure } from './explain-failure.ts'
import { JobFailure } from './job-failure.ts'
import { describeDecision, errorLines } from './job-log.ts'
import type { Claim, EncodingSpeed, Ledger } from './ledger.ts'
import { type EncodeJob, encodeInParts, type LeaderDeps } from './parts/encode-in-parts.ts'
import { saveCheckpoints } from './parts/save-checkpoints.ts'
import { type ObtainedSource, type SourceDeps, withSource } from './source/obtain-source.ts'
import { describePlan } from './source/plan-source.ts'
import { attemptPrefix, storeAssets } from './store-assets.ts'
import { type Watch, watchClaim } from './watch-claim.ts'

export interface PipelineDeps extends SourceDeps, LeaderDeps {
  ledger: Ledger
  encodingSpeed: EncodingSpeed
  /** Makes the shared copy of an original that a browser can play. Never fails. */
  shareOriginal: (id: string) => Promise<void>
}

const maxAttempts = 3

/** Percent of the whole job that is done after each step. */
const share = { fetched: 5, encodedVideo: 97 }

/** Seconds to store the files: a rename on the same disk, or a copy over the network at so many bytes a second. */
const renameSeconds = 0.1
const networkBytes = 50e6

/** Works on a job: fetch, probe, plan, encode, publish. */
export function createPipeline(deps: PipelineDeps): WorkHandler {
  const { ledger, log } = deps
  return async (id, stopSignal) => {
    const claim = await ledger.claim(id)
    if (!claim) return
    const watch = watchClaim(ledger, claim, stopSignal, log)
    const folder = join(deps.scratch, jobFolderName(id, claim.attempt))
    try {
      if (claim.attempt - claim.usefulAttempt > maxAttempts) throw tooManyAttempts()
      await mkdir(folder, { recursive: true })
      await work(deps, claim, folder, watch)
      if (claim.isReplacement) void deps.shareOriginal(claim.id)
      await deleteEarlierFiles(deps, claim).catch(() => {})
    } catch (error) {
      await watch.stop()
      await deleteOwnFiles(deps, claim).catch(() => {})
      await afterError(deps, claim, error, { isLost: watch.isLost(), isStopping: stopSignal.aborted })
    } finally {
      await watch.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function work(deps: PipelineDeps, claim: Claim, folder: string, watch: Watch): Promise<void> {
  const renditions = claim.outputFormats.map((format) => ({ format, progress: 0 }))
  const fetching = { status: 'DOWNLOADING', stage: 'Fetching the source', etaSeconds: null, renditions } as const
  const onProgress = (done = 0): void => watch.report({ ...fetching, progress: done * share.fetched })
  await withSource(deps, claim, { folder, signal: watch.signal, onProgress }, (source) => {
    watch.report({ ...fetching, status: 'PROCESSING', stage: 'Inspecting the source', progress: share.fetched })
    return makeVideo(deps, claim, source, folder, watch)
  })
}

async function makeVideo(deps: PipelineDeps, claim: Claim, source: ObtainedSource, folder: string, watch: Watch): Promise<void> {
  const plan = await planJob(deps, claim, source.file, watch.signal)
  const isLocal = deps.storage.localPath(source.key) !== undefined
  const publishSeconds = isLocal ? renameSeconds : renameSeconds + plan.expectedBytes / networkBytes
  const encoding = { claim, plan, source: source.file, folder: join(folder, 'output'), watch, publishSeconds }
  const encodedVideo = await besideEmbedded(deps, encoding, join(folder, 'subtitles'))
  const hash = claim.lacksHash ? await source.file.hash() : undefined
  if (hash) await deps.ledger.keepHash(claim, hash)
  await publish(deps, claim, encodedVideo, { key: source.key, size: plan.facts.size }, watch, publishSeconds)
}

/** Inspects the source and stores what was found and decided. */
async function planJob(deps: PipelineDeps, claim: Claim, source: LocalSource, signal: AbortSignal): Promise<MediaPlan> {
  const { ledger, mediaTools } = deps
  const known = (await deps.partLedger.recipeOf(claim.id))?.facts ?? (await ledger.sourceFacts(claim))
  // A probe reads all of many files.
  if (!known) source.hurry()
  return planFrom(deps, claim, known ?? (await probeFile(mediaTools, source, signal)))
}

async function planFrom(deps: PipelineDeps, claim: Claim, facts: SourceFacts): Promise<MediaPlan> {
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

interface Encoding extends Pick<EncodeJob, 'claim' | 'plan' | 'source' | 'folder'> {
  watch: Watch
  publishSeconds: number
}

/** Encodes, and takes over what the source has of captions and chapters meanwhile. */
async function besideEmbedded(deps: PipelineDeps, encoding: Encoding, folder: string): Promise<EncodedVideo> {
  const { claim, plan, source, watch } = encoding
  const stopping = new AbortController()
  const signal = AbortSignal.any([watch.signal, stopping.signal])
  const embedded = takeEmbedded(deps, { claim, facts: plan.facts, source, folder, signal })
  try {
    return await encode(deps, encoding)
  } catch (error) {
    stopping.abort()
    throw error
  } finally {
    await embedded
  }
}

async function encode(deps: PipelineDeps, { watch, publishSeconds, ...encoding }: Encoding): Promise<EncodedVideo> {
  const { plan, folder } = encoding
  await mkdir(folder)
  const onProgress = ({ done, secondsLeft, rungs }: JobProgress) =>
    watch.report({
      status: 'PROCESSING',
      stage: 'Encoding the video',
      progress: share.fetched + done * (share.encodedVideo - share.fetched),
      etaSeconds: secondsLeft === null ? null : tenths(secondsLeft + publishSeconds),
      renditions: rungs.map((rung) => ({ format: rung.format, progress: tenths(rung.done * 100) })),
    })
  const job = { ...encoding, signal: AbortSignal.any([watch.signal, encoding.source.lost]), onProgress }
  const { isAssumed, isFromIndex } = plan.facts
  const encodeAgain = () => encodeExactly(deps, { watch, publishSeconds, ...encoding })
  const outcome = await encodeInParts(deps, job)
  if (typeof outcome === 'string' && (isAssumed || (isFromIndex && outcome === 'does not fit'))) return encodeAgain()
  const made = typeof outcome === 'object' ? outcome : await encodeInOnePass(deps, job, outcome).catch(isFromIndex ? invalid : undefined)
  if (made instanceof InvalidRendition) return encodeAgain()
  const { encodedVideo, isAllOurs } = made
  // The CPU time of several machines says nothing about this one.
  if (isAllOurs) await rememberSpeed(deps, plan, encodedVideo.cpuSeconds)
  return encodedVideo
}

const invalid = (error: unknown): InvalidRendition => {
  if (error instanceof InvalidRendition) return error
  throw error
}

/**
 * What was assumed of the source or is named by its index does not hold, or there are no parts, which would show it: all of the source is
 * read before it is encoded.
 */
async function encodeExactly(deps: PipelineDeps, encoding: Encoding): Promise<EncodedVideo> {
  const { claim, source, folder, watch } = encoding
  const path = await Promise.race([source.whole(), untilAborted(watch.signal)])
  const plan = await planFrom(deps, claim, await probeFile(deps.mediaTools, path, watch.signal, undefined, { isInFull: true }))
  await rm(folder, { recursive: true, force: true })
  return encode(deps, { ...encoding, plan })
}

async function publish(
  { ledger, storage }: PipelineDeps,
  claim: Claim,
  encodedVideo: EncodedVideo,
  original: { key: string; size: number },
  watch: Watch,
  publishSeconds: number,
): Promise<void> {
  const uploading = {
    status: 'UPLOADING',
    stage: 'Saving the files',
    progress: share.encodedVideo,
    etaSeconds: tenths(publishSeconds),
    renditions: encodedVideo.renditions.map(({ format }) => ({ format, progress: 100 })),
  } as const
  watch.report(uploading)
  await ledger.report(claim, uploading)
  const assets = await storeAssets(storage, claim, encodedVideo, original)
  watch.signal.throwIfAborted()
  await watch.stop()
  const skipped = encodedVideo.formats.filter(({ action }) => action === 'skip').map(({ reason }) => reason)
  const isPublished = await ledger.publish(claim, { assets, notes: [...encodedVideo.notes, ...skipped] })
  if (!isPublished) throw new Error('The claim of the job was lost before it could be published.')
}

const tenths = (number: number): number => Math.round(number * 10) / 10

/** Saves checkpoints on the way, unless this source was just found not to fit together from parts. */
async function encodeInOnePass(deps: PipelineDeps, job: EncodeJob, why: 'whole' | 'does not fit') {
  const { plan, source, folder, signal, onProgress } = job
  // Parts may have left files.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const checkpoints = why === 'whole' ? saveCheckpoints(deps, job) : undefined
  try {
    const input = await Promise.race([source.whole(), untilAborted(signal)])
    const encodedVideo = await encodeVideo(deps.mediaTools, plan, input, folder, { signal, onProgress, checkpoints })
    return { encodedVideo, isAllOurs: true }
  } catch (error) {
    // The checkpoints together are not what was planned, so no worker may continue from them.
    if (error instanceof InvalidRendition) await checkpoints?.drop()
    throw error
  } finally {
    await checkpoints?.leave().catch(() => {})
  }
}

/** After an error the job goes back into the queue or fails; nothing happens when another worker has it. */
async function afterError(
  { ledger, storage, log }: PipelineDeps,
  claim: Claim,
  error: unknown,
  { isLost, isStopping }: { isLost: boolean; isStopping: boolean },
): Promise<void> {
  if (isLost) return
  if (isStopping) {
    await ledger.handBack(claim, { counts: false })
    throw error
  }
  if (error instanceof StorageUnavailable && (await isUnavailable(storage))) {
    log.warn({ err: error, jobId: claim.id }, 'storage is unavailable, job goes back into the queue')
    await ledger.handBack(claim, { counts: false })
    return
  }
  const isLast = claim.attempt - (await ledger.usefulAttempt(claim)) >= maxAttempts
  const final = finalFailure(error) ?? (isLast ? tooManyAttempts(error) : undefined)
  if (!final) {
    log.warn({ err: error, jobId: claim.id, attempt: claim.attempt }, 'attempt failed, retrying')
    await addToLog({ ledger, log }, claim, [`Attempt ${claim.attempt} failed and is tried again.`, ...errorLines(error)])
    await ledger.handBack(claim, { counts: true })
    return
  }
  log.info({ jobId: claim.id, cause: final.failure, err: final.cause }, 'job failed')
  await addToLog({ ledger, log }, claim, errorLines(final.cause ?? final))
  const sentence = claim.isReplacement ? `${final.message} ${sentences.versionStays}` : final.message
  await ledger.fail(claim, { cause: final.failure, sentence, detail: final.detail })
  // The published version is among the earlier files.
  if (!claim.isReplacement) await deleteEarlierFiles({ storage }, claim).catch(() => {})
}

/** A job never fails because its log cannot be written. */
async function addToLog({ ledger, log }: Pick<PipelineDeps, 'ledger' | 'log'>, claim: Claim, lines: readonly string[]): Promise<void> {
  try {
    for (const line of lines) await ledger.note(claim, line)
  } catch (error) {
    log.warn({ err: error, jobId: claim.id }, 'job log could not be written')
  }
}

/** Jobs that only copy say little about the speed of a machine. */
async function rememberSpeed({ encodingSpeed, log }: PipelineDeps, plan: MediaPlan, cpuSeconds: number): Promise<void> {
  if (!plan.rungs.some(({ action }) => action === 'encode')) return
  await encodingSpeed
    .remember(encodingSpeedOf(plan, cpuSeconds))
    .catch((error) => log.warn({ err: error }, 'encoding speed could not be stored'))
}

const tooManyAttempts = (cause?: unknown) =>
  new JobFailure('internal', `Processing failed ${maxAttempts} times and was stopped.`, { cause })

/** The files of an attempt that was not published. What is left is deleted when the job ends. */
async function deleteOwnFiles({ ledger, storage }: PipelineDeps, claim: Claim): Promise<void> {
  if (!(await ledger.isPublished(claim))) await storage.deleteAll(attemptPrefix(claim))
}

/** The files of earlier attempts. Only to be quick: a task deletes what is left. Parts stay: somebody may be watching them. */
async function deleteEarlierFiles({ storage }: Pick<PipelineDeps, 'storage'>, claim: Claim): Promise<void> {
  const folders = new Set<string>()
  for await (const { key } of storage.list(`videos/${claim.id}/`)) folders.add(key.split('/')[2] ?? '')
  for (const folder of folders) {
    if (/^\d+$/.test(folder) && Number(folder) < claim.leaseNumber) await storage.deleteAll(`videos/${claim.id}/${folder}/`)
  }
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sentences } from '@video-forge/contract/sentences'
import type { EncodedVideo } from '@video-forge/media/run/encode/encode-video'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import type { WorkHandler } from '../platform/queue/queue.ts'
import { jobFolderName } from '../platform/scratch/scratch-names.ts'
import { isUnavailable } from '../platform/storage/is-unavailable.ts'
import { StorageUnavailable } from '../platform/storage/storage.ts'
import { takeEmbedded } from './embedded/take-embedded.ts'
import { type Encoding, type EncodingDeps, encodeSource } from './encode-source.ts'
import { finalFailure } from './explain-failure.ts'
import { JobFailure } from './job-failure.ts'
import { addToLog, errorLines } from './job-log.ts'
import type { Claim } from './ledger.ts'
import { planJob } from './plan-job.ts'
import { type ObtainedSource, type SourceDeps, withSource } from './source/obtain-source.ts'
import { attemptPrefix, storeAssets } from './store-assets.ts'
import { type Watch, watchClaim } from './watch-claim.ts'

export type PipelineDeps = SourceDeps & EncodingDeps

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
  const onProgress = ({ done, secondsLeft, rungs }: JobProgress): void =>
    watch.report({
      status: 'PROCESSING',
      stage: 'Encoding the video',
      progress: share.fetched + done * (share.encodedVideo - share.fetched),
      etaSeconds: secondsLeft === null ? null : tenths(secondsLeft + publishSeconds),
      renditions: rungs.map((rung) => ({ format: rung.format, progress: tenths(rung.done * 100) })),
    })
  const encoding = { claim, plan, source: source.file, folder: join(folder, 'output'), watch, onProgress }
  const encodedVideo = await besideEmbedded(deps, encoding, join(folder, 'subtitles'))
  const hash = claim.lacksHash ? await source.file.hash() : undefined
  if (hash) await deps.ledger.keepHash(claim, hash)
  await publish(deps, claim, encodedVideo, { key: source.key, size: plan.facts.size }, watch, publishSeconds)
}

/** Encodes, and takes over what the source has of captions and chapters meanwhile. */
async function besideEmbedded(deps: PipelineDeps, encoding: Encoding, folder: string): Promise<EncodedVideo> {
  const { claim, plan, source, watch } = encoding
  const stopping = new AbortController()
  const signal = AbortSignal.any([watch.signal, stopping.signal])
  const embedded = takeEmbedded(deps, { claim, facts: plan.facts, source, folder, signal })
  try {
    return await encodeSource(deps, encoding)
  } catch (error) {
    stopping.abort()
    throw error
  } finally {
    await embedded
  }
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

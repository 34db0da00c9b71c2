import type { Video } from '@video-forge/contract/gallery'
import { uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../api/api-error.ts'
import { currentUser, subscribe } from '../../session/session-store.ts'
import { retryTransfer } from '../../transfer/retry-transfer.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { saveProgress, sendUpload, type UploadTask } from '../transfer/send-upload.ts'
import { holdUpload } from '../transfer/tab-lock.ts'
import { confirmUpload, discardUpload, replaceFile, sendPlaceholder } from '../transfer/upload-calls.ts'
import { removeRecord, type UploadRecord, uploadIdOf } from '../transfer/upload-record.ts'
import { grabFrame } from './grab-frame.ts'
import { publish } from './publish-upload.ts'
import { emptyDetails, type SharedChoices, sharedChoices, titleOf, type UploadDetails } from './upload-details.ts'
import { addUpload, areUploadsWatched, changeUpload, currentUploads, newVideos, sendUploadEvent, uploadWith } from './upload-store.ts'
import { addTask, changeChoices, dropUpload, forgetTask, taskOf } from './upload-tasks.ts'
import { nextInTurn } from './upload-totals.ts'

/** Visibility and formats of the next file, when no other file is in the list. */
let nextChoices: SharedChoices = sharedChoices()
/** The user to whom the list belongs, and the end of watching for another one. */
let holder: { owner: string; unsubscribe: () => void } | undefined
let taskCount = 0
/** The job of a video makes its own pictures soon. */
const placeholderMs = 60_000

/** Adds a valid file to the queue, with the visibility, formats and choice of captions of the one before it. */
export function startUpload(file: File): void {
  const { visibility, outputFormats, captionChoice } = newVideos().at(-1)?.details ?? nextChoices
  const details: UploadDetails = { title: titleOf(file.name), description: '', visibility, outputFormats, captionChoice }
  startTask({ name: file.name, size: file.size, file, record: undefined, details, replaces: undefined })
}

/** Adds a valid file to the queue that replaces the one of a video. One that failed before makes way for it. */
export function startReplacement(file: File, { id, title }: { id: string; title: string }): void {
  for (const { id: former, replaces, state } of currentUploads()) if (replaces === id && state.step === 'failed') cancelUpload(former)
  startTask({ name: file.name, size: file.size, file, record: undefined, details: { ...emptyDetails(), title }, replaces: id })
}

/** Resumes an upload of an earlier visit. The file is needed when bytes are missing. */
export function continueUpload(record: UploadRecord, file?: File): void {
  const { filename: name, size, details, replaces } = record
  startTask({ name, size, file, record, details, replaces })
}

interface TaskStart {
  name: string
  size: number
  file: File | undefined
  record: UploadRecord | undefined
  details: UploadDetails
  replaces: string | undefined
}

function startTask({ name, size, file, record, details, replaces }: TaskStart): void {
  const owner = currentUser()?.id
  const videoId = record && uploadIdOf(record.s3Key)
  // Without browser locks, the record of a running upload is found again when its file is chosen twice.
  const isRunning = videoId !== undefined && currentUploads().some((upload) => upload.videoId === videoId)
  if (!owner || isRunning) return
  const contentType = file && uploadTypeOf(file)
  taskCount += 1
  const id = `upload-${taskCount}`
  const stop = new AbortController()
  const frame = file ? grabFrame(file, stop.signal) : Promise.resolve(undefined)
  addTask({
    id,
    owner,
    name,
    size,
    replaces,
    source: file && contentType ? { file, contentType } : undefined,
    record,
    frame,
    sent: 0,
    stop,
    release: videoId ? holdUpload(videoId) : () => {},
  })
  holder ??= { owner, unsubscribe: subscribe(clearOnUserChange) }
  const isPublishing = record?.isPublishing ?? false
  const empty = { frame: undefined, problem: undefined }
  addUpload({ ...empty, id, name, size, details, videoId, replaces, isPublishing, state: { step: 'queued' } })
  void showFrame(id, frame)
  startNext()
}

async function showFrame(id: string, taken: Promise<Blob | undefined>): Promise<void> {
  const frame = await taken
  if (frame && uploadWith(id)) changeUpload(id, { frame: URL.createObjectURL(frame) })
}

function startNext(): void {
  for (const { id } of nextInTurn(currentUploads())) {
    const task = taskOf(id)
    if (!task) continue
    changeUpload(id, { state: { step: 'sending', phase: 'preparing', sent: task.sent, speed: undefined } })
    void runUpload(task)
  }
}

async function runUpload(task: UploadTask): Promise<void> {
  const { id, name, replaces } = task
  const { signal } = task.stop
  try {
    const record = await sendUpload(task)
    const check = (isWaiting: boolean) => changeUpload(id, { state: { step: 'checking', isWaiting } })
    check(false)
    startNext()
    const finish = <Answer>(last: () => Promise<Answer>) =>
      retryTransfer(last, { signal, maxFailures: 0, onWaiting: () => check(true) }).finally(() => signal.throwIfAborted())
    if (replaces) {
      await finish(() => replaceFile(record, replaces, signal))
      endReplacement(id)
      return
    }
    const { video, duplicateOf } = await finish(() => confirmUpload(record, uploadWith(id)?.details ?? record.details, signal))
    saveProgress(task, { ...record, stage: 'confirmed' })
    changeUpload(id, { videoId: video.id, duplicateOf, state: { step: 'ready', s3Key: record.s3Key, video } })
    // The owner decides first whether they want the same file twice.
    if (duplicateOf) changeChoices(id, { isPublishing: false })
    void givePlaceholder(task, video)
    if (uploadWith(id)?.isPublishing) await publish(id)
    else if (duplicateOf && !areUploadsWatched()) showToast('bad', `${sentences.alreadyHave(duplicateOf.title)} Open Upload to decide.`)
    else if (!areUploadsWatched()) showToast('good', `"${name}" is uploaded. Open Upload to finish it.`)
  } catch (error) {
    // After an abort, the caller of the abort updates the store.
    if (!signal.aborted) fail(task, error)
  }
}

/**
 * A video has a picture at once, long before its job makes one. Nobody waits for it, it does not end with the upload, and without it the
 * title stands in its place.
 */
async function givePlaceholder({ id, frame }: UploadTask, video: Video): Promise<void> {
  const taken = await frame
  const isMissing = !video.thumbnailUrl
  const pictured = isMissing ? await sendPlaceholder(video, taken, AbortSignal.timeout(placeholderMs)).catch(() => undefined) : undefined
  if (pictured) sendUploadEvent({ kind: 'pictured', video: pictured })
  const address = (pictured ?? video).thumbnailUrl
  if (!taken && address && uploadWith(id)) changeUpload(id, { frame: address })
}

/** The job of the video makes the new version now. */
function endReplacement(id: string): void {
  const title = uploadWith(id)?.details.title
  forgetTask(id)
  changeUpload(id, { state: { step: 'started' } })
  dropUpload(id)
  showToast('good', `The new version of "${title}" is being made. The current one stays until it is ready.`)
}

function fail(task: UploadTask, error: unknown): void {
  const { id, owner, name, record, replaces } = task
  const message = error instanceof Error && error.message !== '' ? error.message : sentences.uploadFailed
  const isFull = error instanceof ApiError && error.code === 'QUOTA_REACHED'
  // Another job of its video runs; it can be tried again when that has ended.
  const isOccupied = error instanceof ApiError && replaces !== undefined && error.isConflict
  const canRetry = !(error instanceof ApiError) || error.isTemporary || error.isServerFault || isFull || isOccupied
  if (record && !canRetry) {
    discard(owner, record)
    task.record = undefined
  }
  changeUpload(id, { state: { step: 'failed', message, canRetry } })
  startNext()
  const outcome = replaces ? `The file of "${uploadWith(id)?.details.title}" was not replaced` : `"${name}" was not uploaded`
  if (!areUploadsWatched(replaces)) showToast('bad', `${outcome}: ${message}`)
}

function discard(owner: string, record: UploadRecord): void {
  removeRecord(owner, record)
  // If this fails, the server deletes it after a day.
  void discardUpload(record).catch(() => undefined)
}

export function pauseUpload(id: string): void {
  const state = uploadWith(id)?.state
  const task = taskOf(id)
  if (state?.step !== 'sending' || !task) return
  task.stop.abort()
  changeUpload(id, { state: { ...state, phase: 'paused', sent: task.sent, speed: undefined } })
  startNext()
}

/** Resumes after a pause or a failure, when it is its turn. */
export function resumeUpload(id: string): void {
  const task = taskOf(id)
  if (!task) return
  task.stop.abort()
  task.stop = new AbortController()
  changeUpload(id, { state: { step: 'queued' } })
  startNext()
}

/** Discards an upload that is not a video yet. */
export function cancelUpload(id: string): void {
  const task = taskOf(id)
  if (task?.record) discard(task.owner, task.record)
  endUpload(id)
}

/** Takes an upload out of the list. A finished video stays, and the next file gets the same visibility and formats. */
export function endUpload(id: string): void {
  nextChoices = newVideos().find((upload) => upload.id === id)?.details ?? nextChoices
  forgetTask(id)
  dropUpload(id)
  startNext()
}

/** After processing has started: the next upload begins with the defaults. */
export function finishUploads(): void {
  for (const { id } of newVideos()) {
    forgetTask(id)
    dropUpload(id)
  }
  nextChoices = sharedChoices()
}

export function changeDetails(id: string, part: Partial<UploadDetails>): void {
  const upload = uploadWith(id)
  if (upload && !upload.isPublishing) changeChoices(id, { details: { ...upload.details, ...part } })
}

/** Gives the visibility and formats of one upload to all whose details are not locked. */
export function shareChoices(from: string): number {
  const source = uploadWith(from)?.details
  const others = newVideos().filter(({ id, isPublishing, state }) => id !== from && !isPublishing && state.step !== 'started')
  if (source) for (const { id } of others) changeDetails(id, { visibility: source.visibility, outputFormats: source.outputFormats })
  return others.length
}

/** The next user must not see these uploads. Their records stay for their owner. */
function clearOnUserChange(): void {
  if (!holder || currentUser()?.id === holder.owner) return
  for (const { id } of currentUploads()) dropUpload(id)
  nextChoices = sharedChoices()
  holder.unsubscribe()
  holder = undefined
}

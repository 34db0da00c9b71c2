import { uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../api/api-error.ts'
import { currentUser, subscribe } from '../../session/session-store.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { saveProgress, sendUpload, type UploadTask } from './transfer/send-upload.ts'
import { holdUpload } from './transfer/tab-lock.ts'
import { confirmUpload, discardUpload } from './transfer/upload-calls.ts'
import { removeRecord, type UploadRecord, uploadIdOf } from './transfer/upload-record.ts'
import { emptyDetails, titleOf, type UploadDetails } from './upload-details.ts'
import { currentView, isWatched, updateView } from './upload-store.ts'

/** The running upload of this tab. It is cleared when another user signs in. */
let current: { task: UploadTask; unsubscribe: () => void } | undefined

/** Starts the upload of a valid file. */
export function startUpload(file: File): void {
  const { details } = currentView()
  startTask({
    name: file.name,
    size: file.size,
    file,
    record: undefined,
    details: { ...details, title: titleOf(file.name), description: '' },
  })
}

/** Resumes an upload of an earlier visit. The file is needed when bytes are missing. */
export function continueUpload(record: UploadRecord, file?: File): void {
  startTask({ name: record.filename, size: record.size, file, record, details: record.details })
}

interface TaskStart {
  name: string
  size: number
  file: File | undefined
  record: UploadRecord | undefined
  details: UploadDetails
}

function startTask({ name, size, file, record, details }: TaskStart): void {
  const owner = currentUser()?.id
  if (!owner || current) return
  const contentType = file && uploadTypeOf(file)
  const task: UploadTask = {
    owner,
    name,
    size,
    source: file && contentType ? { file, contentType } : undefined,
    record,
    sent: 0,
    stop: new AbortController(),
    release: record ? holdUpload(uploadIdOf(record.s3Key)) : () => {},
  }
  current = { task, unsubscribe: subscribe(clearOnUserChange) }
  updateView({ details })
  void runUpload(task)
}

async function runUpload(task: UploadTask): Promise<void> {
  const { name, size } = task
  const { signal } = task.stop
  try {
    const record = await sendUpload(task)
    updateView({ upload: { step: 'checking', name, size } })
    const video = await confirmUpload(record, currentView().details, signal)
    signal.throwIfAborted()
    saveProgress(task, { ...record, stage: 'confirmed', details: currentView().details })
    updateView({ upload: { step: 'ready', name, size, s3Key: record.s3Key, video } })
    if (!isWatched()) showToast('good', `"${name}" is uploaded. Open Upload to finish it.`)
  } catch (error) {
    // After an abort, the caller of the abort updates the view.
    if (!signal.aborted) fail(task, error)
  }
}

function fail(task: UploadTask, error: unknown): void {
  const { owner, name, size, record } = task
  const message = error instanceof Error && error.message !== '' ? error.message : sentences.uploadFailed
  const canRetry = !(error instanceof ApiError) || error.isTemporary || error.isServerFault
  if (record && !canRetry) {
    discard(owner, record)
    task.record = undefined
  }
  updateView({ upload: { step: 'failed', name, size, message, canRetry } })
  if (!isWatched()) showToast('bad', `"${name}" was not uploaded: ${message}`)
}

function discard(owner: string, record: UploadRecord): void {
  removeRecord(owner, record)
  // If this fails, the server deletes it after a day.
  void discardUpload(record).catch(() => undefined)
}

export function pauseUpload(): void {
  const { upload } = currentView()
  if (upload.step !== 'sending' || !current) return
  current.task.stop.abort()
  updateView({ upload: { ...upload, phase: 'paused', sent: current.task.sent, speed: undefined } })
}

/** Resumes after a pause or a failure. */
export function resumeUpload(): void {
  if (!current) return
  const { task } = current
  task.stop.abort()
  task.stop = new AbortController()
  void runUpload(task)
}

/** Discards an upload that is not a video yet. */
export function cancelUpload(): void {
  if (current?.task.record) discard(current.task.owner, current.task.record)
  clearUpload()
}

/** Clears the upload, its title and its description, and keeps the other choices. A finished video stays. */
export function endUpload(): void {
  if (current?.task.record) removeRecord(current.task.owner, current.task.record)
  clearUpload()
}

/** After processing has started: the next upload begins with the defaults. */
export function finishUpload(): void {
  endUpload()
  updateView({ details: emptyDetails() })
}

export function changeDetails(part: Partial<UploadDetails>): void {
  const details = { ...currentView().details, ...part }
  if (current?.task.record) saveProgress(current.task, { ...current.task.record, details })
  updateView({ details })
}

function clearUpload(): void {
  current?.task.stop.abort()
  current?.task.release()
  current?.unsubscribe()
  current = undefined
  updateView({ upload: { step: 'none' }, details: { ...currentView().details, title: '', description: '' } })
}

/** The next user must not see this upload. Its record stays for its owner. */
function clearOnUserChange(): void {
  if (!current || currentUser()?.id === current.task.owner) return
  clearUpload()
  updateView({ details: emptyDetails() })
}

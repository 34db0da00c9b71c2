import { uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../api/api-error.ts'
import { currentUser, subscribe } from '../../session/session-store.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { type Journey, note, sendUpload } from './transfer/send-upload.ts'
import { holdUpload } from './transfer/tab-lock.ts'
import { confirmUpload, discardUpload } from './transfer/upload-calls.ts'
import { forget, type UploadRecord, uploadIdOf } from './transfer/upload-record.ts'
import { emptyDetails, titleOf, type UploadDetails } from './upload-details.ts'
import { currentView, isWatched, show } from './upload-store.ts'

/** The upload this tab is at, and how to stop listening for another user. */
let current: { journey: Journey; ignoreSession: () => void } | undefined

/** Starts with a file that was found good. */
export function startUpload(file: File): void {
  const { details } = currentView()
  begin({ name: file.name, size: file.size, file, record: undefined, details: { ...details, title: titleOf(file.name), description: '' } })
}

/** Goes on with an upload of an earlier visit, with its file when bytes are missing. */
export function continueUpload(record: UploadRecord, file?: File): void {
  begin({ name: record.filename, size: record.size, file, record, details: record.details })
}

interface Beginning {
  name: string
  size: number
  file: File | undefined
  record: UploadRecord | undefined
  details: UploadDetails
}

function begin({ name, size, file, record, details }: Beginning): void {
  const owner = currentUser()?.id
  if (!owner || current) return
  const contentType = file && uploadTypeOf(file)
  const journey: Journey = {
    owner,
    name,
    size,
    source: file && contentType ? { file, contentType } : undefined,
    record,
    sent: 0,
    stop: new AbortController(),
    release: record ? holdUpload(uploadIdOf(record.s3Key)) : () => {},
  }
  current = { journey, ignoreSession: subscribe(leaveWithUser) }
  show({ details })
  void travel(journey)
}

async function travel(journey: Journey): Promise<void> {
  const { name, size } = journey
  const { signal } = journey.stop
  try {
    const record = await sendUpload(journey)
    show({ upload: { step: 'checking', name, size } })
    const video = await confirmUpload(record, currentView().details, signal)
    signal.throwIfAborted()
    note(journey, { ...record, stage: 'confirmed', details: currentView().details })
    show({ upload: { step: 'ready', name, size, s3Key: record.s3Key, video } })
    if (!isWatched()) showToast('good', `'${name}' is uploaded. Open Upload to finish it.`)
  } catch (error) {
    // Whoever stopped it shows what comes next.
    if (!signal.aborted) fail(journey, error)
  }
}

function fail(journey: Journey, error: unknown): void {
  const { owner, name, size, record } = journey
  const message = error instanceof Error && error.message !== '' ? error.message : sentences.uploadFailed
  const canRetry = !(error instanceof ApiError) || error.isTemporary || error.isServerFault
  if (record && !canRetry) {
    giveBack(owner, record)
    journey.record = undefined
  }
  show({ upload: { step: 'failed', name, size, message, canRetry } })
  if (!isWatched()) showToast('bad', `'${name}' was not uploaded: ${message}`)
}

function giveBack(owner: string, record: UploadRecord): void {
  forget(owner, record)
  // What stays behind when this fails is cleaned by the server after a day.
  void discardUpload(record).catch(() => undefined)
}

export function pauseUpload(): void {
  const { upload } = currentView()
  if (upload.step !== 'sending' || !current) return
  current.journey.stop.abort()
  show({ upload: { ...upload, motion: 'paused', sent: current.journey.sent, pace: undefined } })
}

/** After a pause or a failure: from where it stopped. */
export function goOnUpload(): void {
  if (!current) return
  const { journey } = current
  journey.stop.abort()
  journey.stop = new AbortController()
  void travel(journey)
}

/** Gives an upload up before it is a video. */
export function cancelUpload(): void {
  if (current?.journey.record) giveBack(current.journey.owner, current.journey.record)
  leave()
}

/** Clears the upload, its title and its description, and keeps the choices. A video that was made of it stays. */
export function endUpload(): void {
  if (current?.journey.record) forget(current.journey.owner, current.journey.record)
  leave()
}

/** After its processing has begun: the next one starts with nothing chosen. */
export function finishUpload(): void {
  endUpload()
  show({ details: emptyDetails() })
}

export function changeDetails(part: Partial<UploadDetails>): void {
  const details = { ...currentView().details, ...part }
  if (current?.journey.record) note(current.journey, { ...current.journey.record, details })
  show({ details })
}

function leave(): void {
  current?.journey.stop.abort()
  current?.journey.release()
  current?.ignoreSession()
  current = undefined
  show({ upload: { step: 'none' }, details: { ...currentView().details, title: '', description: '' } })
}

/** Whoever signs in next has nothing to do with it. Its record stays for its owner's return. */
function leaveWithUser(): void {
  if (!current || currentUser()?.id === current.journey.owner) return
  leave()
  show({ details: emptyDetails() })
}

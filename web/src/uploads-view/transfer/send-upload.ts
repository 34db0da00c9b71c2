import type { UploadType } from '@video-forge/contract/rules/upload-rules'
import { isGone } from '../../transfer/retry-transfer.ts'
import { openUpload, sendFile } from '../../transfer/send-file.ts'
import { type Sample, speedOf, withSample } from '../../transfer/upload-speed.ts'
import { emptyDetails } from '../queue/upload-details.ts'
import { changeUpload, uploadWith } from '../queue/upload-store.ts'
import { holdUpload } from './tab-lock.ts'
import { removeRecord, saveRecord, type UploadRecord, uploadIdOf } from './upload-record.ts'

/** Faster updates would be unreadable. */
const progressIntervalMs = 250

/** One file being uploaded. Pausing, failing and resuming keep the same task; the record says how far it is. */
export interface UploadTask {
  /** The id of the upload in the store. */
  id: string
  owner: string
  name: string
  size: number
  /** The id of the video whose file it replaces. */
  replaces: string | undefined
  /** Undefined when all bytes arrived in an earlier visit. */
  source: { file: File; contentType: UploadType } | undefined
  record: UploadRecord | undefined
  /** A frame of the file, where the browser can decode it. */
  frame: Promise<Blob | undefined>
  sent: number
  stop: AbortController
  /** Releases the lock on the upload for other tabs. */
  release: () => void
}

/** Stores the record for a later visit, with what has been entered so far. */
export function saveProgress(task: UploadTask, record: Omit<UploadRecord, 'details' | 'isPublishing' | 'replaces'>): UploadRecord {
  const { details, isPublishing } = uploadWith(task.id) ?? { details: emptyDetails(), isPublishing: false }
  task.record = { ...record, details, isPublishing, replaces: task.replaces }
  saveRecord(task.owner, task.record)
  return task.record
}

/** Sends the file and returns its record. If the server no longer knows the upload, it starts over once. */
export async function sendUpload(task: UploadTask): Promise<UploadRecord> {
  if (task.record && task.record.stage !== 'sending') return task.record
  try {
    return await sendBytes(task)
  } catch (error) {
    if (!task.record || !isGone(error)) throw error
    removeRecord(task.owner, task.record)
    task.record = undefined
    return await sendBytes(task)
  }
}

async function sendBytes(task: UploadTask): Promise<UploadRecord> {
  const { source, stop } = task
  if (!source) throw new Error(`Please choose "${task.name}" again.`)
  const progress = progressOf(task)
  const known = task.record
  if (!known) progress.preparing()
  const { record, uploadUrl } = known ? { record: known, uploadUrl: undefined } : await newRecord(task, source, progress.waiting)
  progress.uploading()
  await sendFile({
    ...source,
    uploadUrl,
    resumableUrl: record.resumableUrl,
    signal: stop.signal,
    sent: () => task.sent,
    onProgress: progress.moved,
    onWaiting: progress.waiting,
  })
  return saveProgress(task, { ...record, stage: 'sent' })
}

async function newRecord(task: UploadTask, { file, contentType }: NonNullable<UploadTask['source']>, onWaiting: () => void) {
  const opened = await openUpload(file, contentType, { signal: task.stop.signal, onWaiting })
  const { uploadUrl, s3Key, resumableUrl, expiresAt } = opened
  task.sent = 0
  task.release()
  task.release = holdUpload(uploadIdOf(s3Key))
  changeUpload(task.id, { videoId: uploadIdOf(s3Key) })
  const { name: filename, size, lastModified } = file
  const record = saveProgress(task, { s3Key, resumableUrl, expiresAt, filename, size, lastModified, stage: 'sending' })
  return { record, uploadUrl }
}

function progressOf(task: UploadTask) {
  const { id, size } = task
  let samples: Sample[] = []
  let shownAt = 0
  const showPhase = (phase: 'preparing' | 'uploading' | 'waiting') =>
    changeUpload(id, { state: { step: 'sending', phase, sent: task.sent, speed: speedOf(samples, size) } })
  return {
    preparing: () => showPhase('preparing'),
    /** Adds no sample: bytes from an earlier visit say nothing about the current speed. */
    uploading: () => showPhase('uploading'),
    waiting: () => {
      samples = []
      shownAt = 0
      showPhase('waiting')
    },
    moved: (bytes: number) => {
      const at = Date.now()
      task.sent = Math.min(bytes, size)
      samples = withSample(samples, { at, sent: task.sent })
      if (at - shownAt < progressIntervalMs && task.sent < size) return
      shownAt = at
      showPhase('uploading')
    },
  }
}

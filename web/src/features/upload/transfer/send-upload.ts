import { limits } from '@video-forge/contract/rules/limits'
import type { UploadType } from '@video-forge/contract/rules/upload-rules'
import { ApiError } from '../../../api/api-error.ts'
import { currentView, show } from '../upload-store.ts'
import { isGone, keepSending } from './keep-sending.ts'
import { putFile, type Transfer } from './put-file.ts'
import { loadTus, resumeFile } from './resume-file.ts'
import { holdUpload } from './tab-lock.ts'
import { askForAddress } from './upload-calls.ts'
import { forget, remember, type UploadRecord, uploadIdOf } from './upload-record.ts'
import { paceOf, type Sample, withSample } from './upload-speed.ts'

/** More often than this nobody can read the numbers. */
const showEveryMilliseconds = 250

/** One file on its way. Pausing, failing and going on all lead through the same journey, from where the record says it is. */
export interface Journey {
  owner: string
  name: string
  size: number
  /** Missing when all bytes arrived in an earlier visit. */
  source: { file: File; contentType: UploadType } | undefined
  record: UploadRecord | undefined
  sent: number
  stop: AbortController
  /** Lets other tabs have the upload. */
  release: () => void
}

/** Writes down how far a journey is, for a later visit. */
export function note(journey: Journey, record: UploadRecord): void {
  journey.record = record
  remember(journey.owner, record)
}

/** The record once everything of the file has arrived. What the server has forgotten in the meantime is sent anew, once. */
export async function sendUpload(journey: Journey): Promise<UploadRecord> {
  if (journey.record && journey.record.stage !== 'sending') return journey.record
  try {
    return await sendBytes(journey)
  } catch (error) {
    if (!journey.record || !isGone(error)) throw error
    forget(journey.owner, journey.record)
    journey.record = undefined
    return await sendBytes(journey)
  }
}

async function sendBytes(journey: Journey): Promise<UploadRecord> {
  const { source, stop } = journey
  if (!source) throw new Error(`Please choose '${journey.name}' again.`)
  const progress = progressOf(journey)
  const known = journey.record
  if (!known) progress.asking()
  const { record, uploadUrl } = known ? { record: known, uploadUrl: undefined } : await newRecord(journey, source)
  const transfer: Omit<Transfer, 'url'> = { file: source.file, signal: stop.signal, onProgress: progress.moved }
  progress.travelling()

  const arrived = uploadUrl !== undefined && (await putWhole({ ...transfer, url: uploadUrl }, source.contentType))
  if (!arrived) {
    await keepSending(() => resumeFile({ ...transfer, url: record.resumableUrl }), {
      signal: stop.signal,
      sent: () => journey.sent,
      onWaiting: progress.waiting,
    })
  }
  const sent: UploadRecord = { ...record, stage: 'sent', details: currentView().details }
  note(journey, sent)
  return sent
}

async function newRecord(journey: Journey, { file, contentType }: NonNullable<Journey['source']>) {
  // Needed when the file is large and when the network breaks, and by then it may be too late to fetch it.
  void loadTus().catch(() => undefined)
  const { uploadUrl, s3Key, resumableUrl, expiresAt } = await askForAddress(file, contentType, journey.stop.signal)
  const record: UploadRecord = {
    s3Key,
    resumableUrl,
    expiresAt,
    filename: file.name,
    size: file.size,
    lastModified: file.lastModified,
    stage: 'sending',
    details: currentView().details,
  }
  journey.sent = 0
  journey.release()
  journey.release = holdUpload(uploadIdOf(s3Key))
  note(journey, record)
  return { record, uploadUrl: file.size > limits.resumableFromBytes ? undefined : uploadUrl }
}

/** Whether the file arrived in one piece. A connection that broke is no failure: the rest goes the other way. */
async function putWhole(transfer: Transfer, contentType: UploadType): Promise<boolean> {
  try {
    await putFile(transfer, contentType)
    return true
  } catch (error) {
    transfer.signal.throwIfAborted()
    if (error instanceof ApiError && !error.hasResponse) return false
    throw error
  }
}

function progressOf(journey: Journey) {
  const { name, size } = journey
  let samples: Sample[] = []
  let shownAt = 0
  const showMotion = (motion: 'asking' | 'travelling' | 'waiting') =>
    show({ upload: { step: 'sending', name, size, motion, sent: journey.sent, pace: paceOf(samples, size) } })
  return {
    asking: () => showMotion('asking'),
    /** Not a sample: what an earlier visit sent says nothing about the speed of this one. */
    travelling: () => showMotion('travelling'),
    waiting: () => {
      samples = []
      shownAt = 0
      showMotion('waiting')
    },
    moved: (bytes: number) => {
      const at = Date.now()
      journey.sent = Math.min(bytes, size)
      samples = withSample(samples, { at, sent: journey.sent })
      if (at - shownAt < showEveryMilliseconds && journey.sent < size) return
      shownAt = at
      showMotion('travelling')
    },
  }
}

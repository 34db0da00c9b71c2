import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { arrivedBytes } from '../../transfer/resume-file.ts'
import { heldUploads } from './tab-lock.ts'
import { otherFileProblem, removeRecord, savedRecords, saveRecord, type UploadRecord, uploadIdOf } from './upload-record.ts'

export interface UnfinishedUpload {
  record: UploadRecord
  /** Bytes on the server, if it answered. */
  arrived: number | undefined
}

/** Uploads that no tab is working on. */
async function idleUploads(userId: string): Promise<UploadRecord[]> {
  const held = await heldUploads()
  return savedRecords(userId).filter(({ s3Key }) => !held.has(uploadIdOf(s3Key)))
}

/** An unfinished upload of exactly this file, for a new video or as the new file of the same one. */
export const findResumable = async (userId: string, file: File, replaces?: string): Promise<UploadRecord | undefined> =>
  (await idleUploads(userId)).find(
    (record) => record.stage === 'sending' && record.replaces === replaces && !otherFileProblem(record, file),
  )

/** The user's unfinished uploads that no tab is working on, with their progress. */
export async function findUnfinished(userId: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  const idle = await idleUploads(userId)
  const checked = await Promise.all(idle.map((record) => checkProgress(userId, record, signal)))
  return checked.flatMap((upload) => upload ?? [])
}

async function checkProgress(userId: string, record: UploadRecord, signal: AbortSignal): Promise<UnfinishedUpload | undefined> {
  if (record.stage === 'confirmed' && !(await isDraft(record, signal))) {
    removeRecord(userId, record)
    return undefined
  }
  if (record.stage !== 'sending') return { record, arrived: record.size }
  const arrived = await arrivedBytes(record.resumableUrl, signal).catch(() => undefined)
  if (arrived === 'gone') {
    removeRecord(userId, record)
    return undefined
  }
  if (arrived !== record.size) return { record, arrived }
  // All bytes arrived, but the tab closed before it was recorded.
  const complete: UploadRecord = { ...record, stage: 'sent' }
  saveRecord(userId, complete)
  return { record: complete, arrived }
}

/** Whether it still waits for its owner: it may have been published or deleted in My Videos. Without an answer it is still offered. */
async function isDraft({ s3Key }: UploadRecord, signal: AbortSignal): Promise<boolean> {
  try {
    const { video } = await call('GET /gallery/videos/{id}', { params: { id: uploadIdOf(s3Key) }, query: {} }, { signal })
    return video.startSource !== null
  } catch (error) {
    return !(error instanceof ApiError && error.isNotFound)
  }
}

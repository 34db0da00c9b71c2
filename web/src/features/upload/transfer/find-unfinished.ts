import { arrivedBytes } from './resume-file.ts'
import { heldUploads } from './tab-lock.ts'
import { otherFileProblem, removeRecord, savedRecords, saveRecord, type UploadRecord, uploadIdOf } from './upload-record.ts'

export interface UnfinishedUpload {
  record: UploadRecord
  /** Bytes, when the server could be asked. */
  arrived: number | undefined
}

/** Those that no tab is busy with, this one or another. */
async function freeUploads(userId: string): Promise<UploadRecord[]> {
  const held = await heldUploads()
  return savedRecords(userId).filter(({ s3Key }) => !held.has(uploadIdOf(s3Key)))
}

/** The upload that was begun with just this file, if there is one. */
export const findResumable = async (userId: string, file: File): Promise<UploadRecord | undefined> =>
  (await freeUploads(userId)).find((record) => record.stage === 'sending' && !otherFileProblem(record, file))

/** The uploads of this user that nobody is busy with, and how far each has come. */
export async function findUnfinished(userId: string, signal: AbortSignal): Promise<UnfinishedUpload[]> {
  const free = await freeUploads(userId)
  const looked = await Promise.all(free.map((record) => checkProgress(userId, record, signal)))
  return looked.flatMap((upload) => upload ?? [])
}

async function checkProgress(userId: string, record: UploadRecord, signal: AbortSignal): Promise<UnfinishedUpload | undefined> {
  if (record.stage !== 'sending') return { record, arrived: record.size }
  const arrived = await arrivedBytes(record.resumableUrl, signal).catch(() => undefined)
  if (arrived === 'gone') {
    removeRecord(userId, record)
    return undefined
  }
  if (arrived !== record.size) return { record, arrived }
  // The last byte arrived, and the tab closed before it could be noted.
  const complete: UploadRecord = { ...record, stage: 'sent' }
  saveRecord(userId, complete)
  return { record: complete, arrived }
}

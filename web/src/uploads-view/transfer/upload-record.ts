import { outputFormats } from '@video-forge/contract/rules/formats'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import { readCaptionChoice } from '../../videos-view/captions/caption-choice-values.ts'
import { emptyDetails, type UploadDetails } from '../queue/upload-details.ts'

/**
 * An upload in local storage, so that a reload or a closed tab loses nothing. `sending`: bytes are missing, and the file
 * has to be chosen again. `sent`: all bytes arrived. `confirmed`: it is a video without its final details.
 */
export interface UploadRecord {
  s3Key: string
  resumableUrl: string
  filename: string
  size: number
  lastModified: number
  /** When the server deletes an incomplete upload. */
  expiresAt: string
  stage: 'sending' | 'sent' | 'confirmed'
  details: UploadDetails
  /** Whether processing starts by itself once the upload is complete. */
  isPublishing: boolean
  /** The id of the video whose file it replaces. */
  replaces: string | undefined
}

/** One key per upload, so that two tabs do not overwrite each other's records. */
const prefixOf = (userId: string): string => `video_forge_upload_${userId}_`
const keyOf = (userId: string, { s3Key }: UploadRecord): string => prefixOf(userId) + uploadIdOf(s3Key)

/** The id of an upload is the folder in its key. */
export const uploadIdOf = (s3Key: string): string => s3Key.split('/')[1] ?? ''

export const saveRecord = (userId: string, record: UploadRecord): void =>
  localStorage.setItem(keyOf(userId, record), JSON.stringify(record))

export const removeRecord = (userId: string, record: UploadRecord): void => localStorage.removeItem(keyOf(userId, record))

/** The user's unfinished uploads. Unreadable and expired records are removed. */
export function savedRecords(userId: string, now = Date.now()): UploadRecord[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(userId)))
  return keys.flatMap((key) => {
    const record = readRecord(localStorage.getItem(key))
    if (record && (record.stage === 'confirmed' || Date.parse(record.expiresAt) > now)) return [record]
    localStorage.removeItem(key)
    return []
  })
}

function readRecord(text: string | null): UploadRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isRecord(value)) return undefined
    const replaces = typeof value.replaces === 'string' ? value.replaces : undefined
    return { ...value, details: readDetails(value.details), isPublishing: value.isPublishing === true, replaces }
  } catch {
    return undefined
  }
}

const stages: readonly unknown[] = ['sending', 'sent', 'confirmed']

function isRecord(value: unknown): value is UploadRecord {
  if (typeof value !== 'object' || value === null) return false
  const { s3Key, resumableUrl, filename, size, lastModified, expiresAt, stage }: Partial<Record<string, unknown>> = { ...value }
  const texts = [s3Key, resumableUrl, filename, expiresAt].every((each) => typeof each === 'string')
  const numbers = [size, lastModified].every((each) => typeof each === 'number')
  return texts && numbers && isUploadKey(String(s3Key)) && stages.includes(stage)
}

function readDetails(value: unknown): UploadDetails {
  const details = emptyDetails()
  if (typeof value !== 'object' || value === null) return details
  const { title, description, visibility, outputFormats: formats, captionChoice }: Partial<Record<string, unknown>> = { ...value }
  return {
    title: typeof title === 'string' ? title : details.title,
    description: typeof description === 'string' ? description : details.description,
    visibility: visibility === 'private' ? 'private' : 'public',
    outputFormats: Array.isArray(formats) ? outputFormats.filter((format) => formats.includes(format)) : details.outputFormats,
    captionChoice: readCaptionChoice(captionChoice),
  }
}

/** Why a file cannot resume this upload, as a sentence. */
export function otherFileProblem(record: UploadRecord, file: { name: string; size: number; lastModified: number }): string | undefined {
  if (file.name !== record.filename || file.size !== record.size) {
    return `This is a different file. Please choose "${record.filename}" again, or discard the earlier upload.`
  }
  if (file.lastModified !== record.lastModified) {
    return `"${record.filename}" has changed since its upload started. Please discard the earlier upload and start again.`
  }
  return undefined
}

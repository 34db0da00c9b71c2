import type { Video } from '@video-forge/contract/gallery'
import type { UploadType } from '@video-forge/contract/rules/upload-rules'
import type { Metadata } from '@video-forge/contract/uploads'
import { ApiError } from '../../../api/api-error.ts'
import { retryWhileBusy } from '../../../api/retry-while-busy.ts'
import { call } from '../../../session/call.ts'
import { titleOrName, type UploadDetails } from '../upload-details.ts'
import { type UploadRecord, uploadIdOf } from './upload-record.ts'

export const requestUploadUrl = (file: File, contentType: UploadType, signal: AbortSignal) =>
  call('POST /upload/generate-url', { body: { filename: file.name, contentType, size: file.size } }, { signal })

/** What is in the file, for the answer to the next call. Nobody waits for it in vain: without it all goes on. */
async function metadataOf(s3Key: string, signal: AbortSignal): Promise<Metadata | undefined> {
  try {
    return (await retryWhileBusy(() => call('POST /metadata/extract', { body: { s3Key } }, { signal }), signal)).metadata
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Makes a video of what was sent. It is private until its owner has said otherwise with 'Start Processing'. */
export async function confirmUpload({ s3Key, filename, stage }: UploadRecord, details: UploadDetails, signal: AbortSignal): Promise<Video> {
  const metadata = stage === 'confirmed' ? undefined : await metadataOf(s3Key, signal)
  const body = {
    s3Key,
    title: titleOrName(details.title, filename),
    description: details.description,
    visibility: 'private' as const,
    ...(metadata && { metadata }),
  }
  return (await retryWhileBusy(() => call('POST /upload/confirm', { body }, { signal }), signal)).video
}

/** Throws away what was sent so far. What is gone already, or has become a video, needs no throwing away. */
export async function discardUpload({ s3Key }: UploadRecord): Promise<void> {
  try {
    await call('DELETE /upload/{id}', { params: { id: uploadIdOf(s3Key) } })
  } catch (error) {
    if (!(error instanceof ApiError && (error.isNotFound || error.isConflict))) throw error
  }
}

export const startProcessing = (s3Key: string, { title, description, visibility, outputFormats }: UploadDetails) =>
  call('POST /jobs', {
    body: { inputSource: s3Key, outputFormats, visibility, title: title.trim(), description: description.trim() },
  })

import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import type { DuplicateOf, Metadata } from '@video-forge/contract/metadata'
import { ApiError } from '../../api/api-error.ts'
import { retryWhileBusy } from '../../api/retry-while-busy.ts'
import { call } from '../../session/call.ts'
import { changedCaptionChoice } from '../../videos-view/captions/caption-choice-values.ts'
import { frameSecond } from '../queue/grab-frame.ts'
import { titleOrName, type UploadDetails } from '../queue/upload-details.ts'
import { type UploadRecord, uploadIdOf } from './upload-record.ts'

/** The metadata of the file. Optional: without it the upload continues. */
async function metadataOf(s3Key: string, signal: AbortSignal): Promise<Metadata | undefined> {
  try {
    return (await retryWhileBusy(() => call('POST /metadata/extract', { body: { s3Key } }, { signal }), signal)).metadata
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

interface Confirmed {
  video: Video
  /** The person's own video of the same file. */
  duplicateOf: DuplicateOf | undefined
}

/** Creates the video. It is private until 'Start Processing' sends its visibility. */
export async function confirmUpload(
  { s3Key, filename, stage }: UploadRecord,
  details: UploadDetails,
  signal: AbortSignal,
): Promise<Confirmed> {
  const metadata = stage === 'confirmed' ? undefined : await metadataOf(s3Key, signal)
  const body = {
    s3Key,
    title: titleOrName(details.title, filename),
    description: details.description,
    visibility: 'private' as const,
    ...(metadata && { metadata }),
  }
  const { video, duplicateOf } = await retryWhileBusy(() => call('POST /upload/confirm', { body }, { signal }), signal)
  return { video, duplicateOf: duplicateOf ?? undefined }
}

/** Gives a draft a picture until a job makes one: the frame that the person has seen, or one that the server takes from the file. */
export async function sendPlaceholder({ id, duration }: Video, frame: Blob | undefined, signal: AbortSignal): Promise<VideoDetails> {
  const source = frame ? { file: frame } : { body: { time: frameSecond(duration ?? 0) } }
  const request = { params: { id }, query: { placeholder: 'true' as const }, ...source }
  return (await retryWhileBusy(() => call('POST /gallery/videos/{id}/thumbnail', request, { signal }), signal)).video
}

/** Makes an upload the new file of a video. It can be repeated: the answer to an earlier call may have been lost. */
export async function replaceFile({ s3Key }: UploadRecord, id: string, signal: AbortSignal): Promise<void> {
  const replace = () => call('POST /gallery/videos/{id}/replace', { params: { id }, body: { s3Key } }, { signal })
  await retryWhileBusy(replace, signal)
}

/** Deletes an upload. One that no longer exists, or that has become a video, is left alone. */
export async function discardUpload({ s3Key }: UploadRecord): Promise<void> {
  try {
    await call('DELETE /upload/{id}', { params: { id: uploadIdOf(s3Key) } })
  } catch (error) {
    if (!(error instanceof ApiError && (error.isNotFound || error.isConflict))) throw error
  }
}

/** Deletes the video of an upload. One that no longer exists counts as deleted. */
export async function deleteUploaded(id: string): Promise<void> {
  try {
    await call('DELETE /gallery/videos/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
  }
}

/** Whether an upload is being processed: an answer that was lost may have been a yes. */
export async function isProcessing(s3Key: string): Promise<boolean> {
  try {
    await call('GET /jobs/{id}', { params: { id: uploadIdOf(s3Key) } })
    return true
  } catch {
    return false
  }
}

export const startProcessing = (s3Key: string, { title, description, visibility, outputFormats, captionChoice }: UploadDetails) =>
  call('POST /jobs', {
    body: {
      ...{ inputSource: s3Key, outputFormats, visibility, title: title.trim(), description: description.trim() },
      ...changedCaptionChoice(captionChoice),
    },
  })

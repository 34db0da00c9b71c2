import { uploadProblem } from '@video-forge/contract/rules/upload-rules'
import { findResumable } from '../transfer/find-unfinished.ts'
import { continueUpload, startReplacement, startUpload } from './upload-control.ts'

interface Uploader {
  userId: string
  maxBytes: number
}

/** Starts or resumes the uploads of chosen files. Returns a sentence for each file that cannot be uploaded. */
export async function chooseFiles(files: readonly File[], { userId, maxBytes }: Uploader): Promise<readonly string[]> {
  const checked = files.map((file) => ({ file, problem: uploadProblem(file, maxBytes) }))
  const valid = checked.flatMap(({ file, problem }) => (problem ? [] : [file]))
  const found = await Promise.all(valid.map(async (file) => ({ file, resumable: await findResumable(userId, file) })))
  // All at once, so that the page changes only once.
  for (const { file, resumable } of found) {
    if (resumable) continueUpload(resumable, file)
    else startUpload(file)
  }
  return checked.flatMap(({ file, problem }) => (problem ? [files.length === 1 ? problem : `${file.name}: ${problem}`] : []))
}

/** Starts or resumes the upload of the new file of a video. Returns a sentence if it cannot be uploaded. */
export async function chooseReplacement(
  file: File,
  video: { id: string; title: string },
  { userId, maxBytes }: Uploader,
): Promise<string | undefined> {
  const problem = uploadProblem(file, maxBytes)
  if (problem) return problem
  const resumable = await findResumable(userId, file, video.id)
  if (resumable) continueUpload(resumable, file)
  else startReplacement(file, video)
  return undefined
}

import { uploadProblem } from '@video-forge/contract/rules/upload-rules'
import { findResumable } from './transfer/find-unfinished.ts'
import { continueUpload, startUpload } from './upload-control.ts'

/** Starts or resumes the uploads of chosen files. Returns a sentence for each file that cannot be uploaded. */
export async function chooseFiles(
  files: readonly File[],
  { userId, maxBytes }: { userId: string; maxBytes: number },
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const file of files) {
    const problem = uploadProblem(file, maxBytes)
    if (problem) {
      problems.push(files.length === 1 ? problem : `${file.name}: ${problem}`)
      continue
    }
    const resumable = await findResumable(userId, file)
    if (resumable) continueUpload(resumable, file)
    else startUpload(file)
  }
  return problems
}

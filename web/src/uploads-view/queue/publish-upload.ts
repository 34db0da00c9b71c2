import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../api/api-error.ts'
import { retryTransfer } from '../../transfer/retry-transfer.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { isProcessing, startProcessing } from '../transfer/upload-calls.ts'
import { detailsObstacle } from './upload-details.ts'
import { areUploadsWatched, changeUpload, newVideos, type Upload, uploadWith } from './upload-store.ts'
import { changeChoices, dropUpload, forgetTask, taskOf } from './upload-tasks.ts'

/** Processing starts by itself once the upload is complete, or at once if it is. The details are locked until then. */
export function publishWhenUploaded(id: string): void {
  const upload = uploadWith(id)
  if (!upload || detailsObstacle(upload.details)) return
  changeChoices(id, { isPublishing: true, problem: undefined })
  if (upload.state.step === 'ready') void publish(id)
}

/** Unlocks the details. Too late once processing is being started. */
export function stopPublishing(id: string): void {
  if (uploadWith(id)?.state.step !== 'starting') changeChoices(id, { isPublishing: false })
}

const canPublish = ({ details, isPublishing, duplicateOf, state }: Upload): boolean =>
  !isPublishing &&
  !duplicateOf &&
  state.step !== 'failed' &&
  state.step !== 'starting' &&
  state.step !== 'started' &&
  !detailsObstacle(details)

export const publishable = (): Upload[] => newVideos().filter(canPublish)

/** Starts processing of an uploaded video whose owner is not waiting for it, and tries again when the network is back. */
export async function publish(id: string): Promise<void> {
  const upload = uploadWith(id)
  if (!upload) return
  const hasStarted = await startUploaded(id, { waitsForNetwork: true })
  const { title, visibility } = upload.details
  if (!hasStarted) {
    const problem = uploadWith(id)?.problem
    changeChoices(id, { isPublishing: false })
    if (problem && !areUploadsWatched()) showToast('bad', `"${title}" is uploaded, but not published. ${problem}`)
    return
  }
  // The row of an open queue says it.
  const isInQueue = areUploadsWatched() && newVideos().length > 1
  if (!isInQueue) {
    const outcome =
      visibility === 'public'
        ? 'is published. Its link works while it is still being processed.'
        : 'is uploaded and being processed. Only you and admins can watch it.'
    showToast('good', `"${title}" ${outcome}`)
  }
  // Nobody looks at the list of what is done.
  if (areUploadsWatched() || newVideos().some(({ state }) => state.step !== 'started')) return
  for (const started of newVideos()) dropUpload(started.id)
}

/** Starts processing of an uploaded video. If that fails, the upload says why, and it can be started again. */
export async function startUploaded(id: string, { waitsForNetwork = false } = {}): Promise<boolean> {
  const upload = uploadWith(id)
  const task = taskOf(id)
  if (!task || upload?.state.step !== 'ready') return false
  const { s3Key, video } = upload.state
  const { signal } = task.stop
  const show = (isWaiting: boolean) => changeUpload(id, { problem: undefined, state: { step: 'starting', s3Key, video, isWaiting } })
  const start = () => startProcessing(s3Key, upload.details)
  show(false)
  try {
    if (waitsForNetwork) await retryTransfer(start, { signal, maxFailures: 0, onWaiting: () => show(true) })
    else await start()
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof ApiError && error.isConflict && (await isProcessing(s3Key)))) {
      changeUpload(id, { problem: sentenceOf(error), state: { step: 'ready', s3Key, video } })
      return false
    }
  }
  if (signal.aborted) return false
  forgetTask(id)
  changeUpload(id, { state: { step: 'started' } })
  return true
}

/** A rejection by the server has one sentence, every other failure another. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof ApiError && error.hasResponse ? sentences.processingFailed(message) : sentences.anyError(message)
}

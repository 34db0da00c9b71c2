import type { Video } from '@video-forge/contract/gallery'
import { useSyncExternalStore } from 'react'
import { warnBeforeLeaving } from './leave-warning.ts'
import type { TransferSpeed } from './transfer/upload-speed.ts'
import { emptyDetails, type UploadDetails } from './upload-details.ts'

/**
 * The upload of this tab. It lives outside the page, so that it continues while another page is open. `none` becomes
 * `sending` with a file, `checking` after the last byte, and `ready` once it is a video, or `failed`. 'Start Processing'
 * or 'Upload Another' ends it.
 */
export type Upload =
  | { step: 'none' }
  | { step: 'sending'; name: string; size: number; phase: SendingPhase; sent: number; speed: TransferSpeed | undefined }
  | { step: 'checking'; name: string; size: number }
  | { step: 'ready'; name: string; size: number; s3Key: string; video: Video }
  | { step: 'failed'; name: string; size: number; message: string; canRetry: boolean }

/** `waiting`: it resumes by itself when the network or the server is back. */
type SendingPhase = 'preparing' | 'uploading' | 'waiting' | 'paused'

export interface UploadView {
  upload: Upload
  details: UploadDetails
}

const listeners = new Set<() => void>()
let view: UploadView = { upload: { step: 'none' }, details: emptyDetails() }

const isBusy = (upload: Upload): boolean => (upload.step === 'sending' && upload.phase !== 'paused') || upload.step === 'checking'

export const currentView = (): UploadView => view

export function updateView(part: Partial<UploadView>): void {
  view = { ...view, ...part }
  warnBeforeLeaving(isBusy(view.upload))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page shows the upload. */
export const isWatched = (): boolean => listeners.size > 0

export const useUpload = (): UploadView => useSyncExternalStore(subscribe, currentView)

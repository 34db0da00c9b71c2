import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import type { DuplicateOf } from '@video-forge/contract/metadata'
import { useSyncExternalStore } from 'react'
import type { TransferSpeed } from '../../transfer/upload-speed.ts'
import { warnBeforeLeaving } from './leave-warning.ts'
import type { UploadDetails } from './upload-details.ts'

/**
 * The state of one upload. `queued` becomes `sending` when it is its turn, `checking` after the last byte, and `ready` once it is a
 * private video, or `failed`. 'Start Processing', or 'Publish when uploaded' pressed before, leads to `starting` and `started`. A file that
 * replaces another one is `started` at once.
 */
export type UploadState =
  | { step: 'queued' }
  | { step: 'sending'; phase: SendingPhase; sent: number; speed: TransferSpeed | undefined }
  | { step: 'checking'; isWaiting: boolean }
  | { step: 'ready'; s3Key: string; video: Video }
  | { step: 'starting'; s3Key: string; video: Video; isWaiting: boolean }
  | { step: 'started' }
  | { step: 'failed'; message: string; canRetry: boolean }

/** `waiting`: it resumes by itself when the network or the server is back. */
type SendingPhase = 'preparing' | 'uploading' | 'waiting' | 'paused'

export interface Upload {
  /** Of this tab only. */
  id: string
  name: string
  size: number
  details: UploadDetails
  /** The id of the upload on the server, known before the file has arrived. A new video gets the same id. */
  videoId: string | undefined
  /** The id of the video whose file it replaces. Otherwise it becomes a new video. */
  replaces: string | undefined
  /** The address of a frame of the file: at once where the browser can decode it, else once the server has taken one. */
  frame: string | undefined
  /** 'Publish when uploaded' was pressed: the details are locked, and processing starts by itself. */
  isPublishing: boolean
  /** The person's own video of the same file, until they have decided to keep both. */
  duplicateOf?: DuplicateOf | undefined
  /** Why processing did not start. */
  problem: string | undefined
  state: UploadState
}

/** What changes a video of the server: its processing has started, or its draft has a picture. */
export type UploadEvent = { kind: 'started'; upload: Upload } | { kind: 'pictured'; video: VideoDetails }

/** The uploads of this tab. They live outside the pages, so that they continue while another page is open. */
let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const eventListeners = new Set<(event: UploadEvent) => void>()
/** What is watched: undefined for the uploads of new videos, or the id of a video whose file is replaced. */
let watchers: readonly (string | undefined)[] = []

/** Closing the tab would interrupt it. */
const isBusy = ({ state }: Upload): boolean =>
  (state.step === 'sending' && state.phase !== 'paused') || ['queued', 'checking', 'starting'].includes(state.step)

function replaceUploads(next: readonly Upload[]): void {
  uploads = next
  warnBeforeLeaving(uploads.some(isBusy))
  for (const listener of listeners) listener()
}

export const currentUploads = (): readonly Upload[] => uploads

/** The uploads that become new videos. */
export const newVideos = (): readonly Upload[] => uploads.filter(({ replaces }) => replaces === undefined)

export const uploadWith = (id: string): Upload | undefined => uploads.find((upload) => upload.id === id)

export const addUpload = (upload: Upload): void => replaceUploads([...uploads, upload])

export const removeUpload = (id: string): void => replaceUploads(uploads.filter((upload) => upload.id !== id))

export function changeUpload(id: string, part: Partial<Omit<Upload, 'id'>>): void {
  replaceUploads(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const changed = uploadWith(id)
  if (changed && part.state?.step === 'started') sendUploadEvent({ kind: 'started', upload: changed })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, currentUploads)

export function onUploadEvent(listener: (event: UploadEvent) => void): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}

export function sendUploadEvent(event: UploadEvent): void {
  for (const listener of eventListeners) listener(event)
}

/** The upload page, or the dialog that replaces the file of a video, is open until the returned function is called. */
export function watchUploads(replaced?: string): () => void {
  watchers = [...watchers, replaced]
  return () => {
    const index = watchers.indexOf(replaced)
    watchers = watchers.filter((_, each) => each !== index)
  }
}

export const areUploadsWatched = (replaced?: string): boolean => watchers.includes(replaced)

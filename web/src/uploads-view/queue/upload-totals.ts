import type { Upload } from './upload-store.ts'

export interface UploadTotals {
  /** On their way, or waiting for their turn. */
  runningCount: number
  pausedCount: number
  failedCount: number
  /** Of the bytes of all uploads in the list. */
  percent: number
}

const isPaused = ({ state }: Upload): boolean => state.step === 'sending' && state.phase === 'paused'
const isRunning = (upload: Upload): boolean =>
  ['queued', 'sending', 'checking', 'starting'].includes(upload.state.step) && !isPaused(upload)

function sentBytes({ state, size }: Upload): number {
  if (state.step === 'sending') return state.sent
  return state.step === 'queued' || state.step === 'failed' ? 0 : size
}

/** 0 to 99 while bytes are missing. */
export function percentOf(uploads: readonly Upload[]): number {
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0)
  const sent = uploads.reduce((sum, upload) => sum + sentBytes(upload), 0)
  return size > 0 ? Math.floor((sent / size) * 100) : 0
}

export const totalsOf = (uploads: readonly Upload[]): UploadTotals => ({
  runningCount: uploads.filter(isRunning).length,
  pausedCount: uploads.filter(isPaused).length,
  failedCount: uploads.filter(({ state, problem }) => state.step === 'failed' || problem !== undefined).length,
  // What has failed does not move, so it would keep the rest from reaching 100 %.
  percent: percentOf(uploads.filter(({ state }) => state.step !== 'failed')),
})

/** How many files are sent at once: a second one uses the time in which the first waits for answers. */
const maxSending = 2

/** The uploads whose turn it is. Checking a file needs no bandwidth, so the next file does not wait for it. */
export function nextInTurn(uploads: readonly Upload[]): Upload[] {
  const sendingCount = uploads.filter((upload) => upload.state.step === 'sending' && !isPaused(upload)).length
  return uploads.filter(({ state }) => state.step === 'queued').slice(0, Math.max(0, maxSending - sendingCount))
}

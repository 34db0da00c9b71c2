import { limits } from '@video-forge/contract/rules/limits'
import type { UploadType } from '@video-forge/contract/rules/upload-rules'
import { ApiError } from '../api/api-error.ts'
import { call } from '../session/call.ts'
import { putFile, type Transfer } from './put-file.ts'
import { loadTus, resumeFile } from './resume-file.ts'
import { retryTransfer } from './retry-transfer.ts'

interface Waiting {
  signal: AbortSignal
  /** Called while the network is lost. */
  onWaiting: () => void
}

/** Asks the server where to send a file. */
export function openUpload(file: File, contentType: UploadType, { signal, onWaiting }: Waiting) {
  // Needed for large files and broken connections, when it may be too late to load it.
  void loadTus().catch(() => undefined)
  const body = { filename: file.name, contentType, size: file.size }
  return retryTransfer(() => call('POST /upload/generate-url', { body }, { signal }), { signal, maxFailures: 0, onWaiting })
}

interface SentFile extends Waiting, Pick<Transfer, 'onProgress'> {
  file: File
  contentType: UploadType
  /** Takes the whole file; undefined for one of which some has arrived already. */
  uploadUrl: string | undefined
  resumableUrl: string
  /** Bytes that have arrived. */
  sent: () => number
}

/** Sends a file: in one request if it is small, otherwise and after a broken connection in chunks. */
export async function sendFile({
  file,
  contentType,
  uploadUrl,
  resumableUrl,
  signal,
  sent,
  onProgress,
  onWaiting,
}: SentFile): Promise<void> {
  const transfer: Omit<Transfer, 'url'> = { file, signal, onProgress }
  const isWhole = uploadUrl !== undefined && file.size <= limits.resumableFromBytes
  if (isWhole && (await putWhole({ ...transfer, url: uploadUrl }, contentType))) return
  await retryTransfer(() => resumeFile({ ...transfer, url: resumableUrl }), { signal, sent, onWaiting })
}

/** Sends the file in one request. False when the connection broke; the rest is then sent by resuming. */
async function putWhole(transfer: Transfer, contentType: UploadType): Promise<boolean> {
  try {
    await putFile(transfer, contentType)
    return true
  } catch (error) {
    transfer.signal.throwIfAborted()
    if (error instanceof ApiError && !error.hasResponse) return false
    throw error
  }
}

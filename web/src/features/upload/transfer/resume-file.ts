import type { DetailedError } from 'tus-js-client'
import type { Transfer } from './put-file.ts'
import { startStallTimer } from './stall-timer.ts'
import { errorFromResponse, noResponseError } from './transfer-error.ts'

/** One request carries this much: a proxy that dislikes long ones is content, and a lost answer costs little. */
const chunkBytes = 16 * 1024 * 1024

/** Fetched early, while the network is there: it is needed most when the network is not. */
export const loadTus = () => import('tus-js-client')

/** Sends what the server doesn't have yet, once. The address is the permission, so no token goes along. */
export async function resumeFile({ url, file, signal, onProgress }: Transfer): Promise<void> {
  const { Upload } = await loadTus().catch((cause: unknown) => {
    throw noResponseError(cause)
  })
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void) => {
      stall.stop()
      signal.removeEventListener('abort', giveUp)
      end()
    }
    const stopWith = (reason: unknown) => {
      void upload.abort()
      settle(() => reject(reason))
    }
    const giveUp = () => stopWith(signal.reason)
    const stall = startStallTimer(() => stopWith(noResponseError()))
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (sent) => {
        if (sent < file.size) stall.restart()
        else stall.stop()
        onProgress(sent)
      },
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(failureOf(error))),
    })
    signal.addEventListener('abort', giveUp)
    upload.start()
  })
}

function failureOf(error: Error | DetailedError): Error {
  if (!('originalRequest' in error)) return error
  const response = error.originalResponse
  return response ? errorFromResponse(response.getStatus(), response.getBody()) : noResponseError(error)
}

/** How much of an upload is there: bytes, or 'gone' when the server no longer knows it. No answer throws. */
export async function arrivedBytes(url: string, signal: AbortSignal): Promise<number | 'gone'> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' }, signal })
  if (response.status >= 400 && response.status < 500 && response.status !== 423 && response.status !== 429) return 'gone'
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!response.ok || Number.isNaN(offset)) throw errorFromResponse(response.status, '')
  return offset
}

import type { DetailedError } from 'tus-js-client'
import type { Transfer } from './put-file.ts'
import { startStallTimer } from './stall-timer.ts'
import { errorFromResponse, noResponseError } from './transfer-error.ts'

/** Small enough for proxies that limit requests, and a lost response costs little. */
const chunkBytes = 16 * 1024 * 1024

/** Called early: the code must be there before the network breaks. */
export const loadTus = () => import('tus-js-client')

/** Sends the missing bytes, without retries. The address itself authorises the upload, so no token is sent. */
export async function resumeFile({ url, file, signal, onProgress }: Transfer): Promise<void> {
  const { Upload } = await loadTus().catch((cause: unknown) => {
    throw noResponseError(cause)
  })
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void) => {
      stall.stop()
      signal.removeEventListener('abort', abort)
      end()
    }
    const stopWith = (reason: unknown) => {
      void upload.abort()
      settle(() => reject(reason))
    }
    const abort = () => stopWith(signal.reason)
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
    signal.addEventListener('abort', abort)
    upload.start()
  })
}

function failureOf(error: Error | DetailedError): Error {
  if (!('originalRequest' in error)) return error
  const response = error.originalResponse
  return response ? errorFromResponse(response.getStatus(), response.getBody()) : noResponseError(error)
}

/** The bytes that the server has, or 'gone' when it no longer knows the upload. Throws without a response. */
export async function arrivedBytes(url: string, signal: AbortSignal): Promise<number | 'gone'> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' }, signal })
  if (response.status >= 400 && response.status < 500 && response.status !== 423 && response.status !== 429) return 'gone'
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!response.ok || Number.isNaN(offset)) throw errorFromResponse(response.status, '')
  return offset
}

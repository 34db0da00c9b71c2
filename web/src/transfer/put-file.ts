import { errorFromResponse, noResponseError } from '@video-forge/client/parts/api-error'
import { startStallTimer } from '@video-forge/client/parts/upload/stall-timer'

export interface Transfer {
  url: string
  file: File
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/** Sends the whole file in one request, by XMLHttpRequest, because fetch reports no upload progress. */
export function putFile({ url, file, signal, onProgress }: Transfer, contentType: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stall = startStallTimer(() => request.abort())
    const abort = () => request.abort()
    request.upload.onprogress = ({ loaded }) => {
      stall.restart()
      onProgress(loaded)
    }
    // All bytes are sent; the server may take its time to answer.
    request.upload.onload = () => stall.stop()
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(errorFromResponse(request.status, request.responseText))
    }
    request.onerror = () => reject(noResponseError())
    request.onabort = () => reject(signal.aborted ? signal.reason : noResponseError())
    request.onloadend = () => {
      stall.stop()
      signal.removeEventListener('abort', abort)
    }
    signal.addEventListener('abort', abort)
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', contentType)
    if (signal.aborted) reject(signal.reason)
    else request.send(file)
  })
}

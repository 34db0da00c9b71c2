import { errorFromResponse, noResponseError } from '../api-error.js'
import { startStallTimer } from './stall-timer.js'

/** @import { NamedSource, Transfer } from '../types.js' */

/** Small enough for proxies that limit requests, and a lost response costs little. */
const chunkBytes = 16 * 1024 * 1024

/** Loaded with the first upload; early, because the code must be there before the network breaks. */
export const loadTus = () => import('tus-js-client')

/** Sends the missing bytes, without retries. The address itself authorises the upload, so no token is sent. @param {Transfer} transfer */
export async function resumeFile({ url, file, signal, onProgress, chunkSize = chunkBytes }) {
  const { size } = file
  const tus = await loadTus().catch((cause) => {
    throw noResponseError(cause)
  })
  const input = await readable(file)
  signal.throwIfAborted()
  await new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    /** @param {() => void} end */
    const settle = (end) => {
      stall.stop()
      signal.removeEventListener('abort', abort)
      end()
    }
    /** @param {unknown} reason */
    const stopWith = (reason) => {
      void upload.abort()
      settle(() => reject(reason))
    }
    const abort = () => stopWith(signal.reason)
    const stall = startStallTimer(() => stopWith(noResponseError()))
    const upload = new tus.Upload(/** @type {Blob} */ (input), {
      ...('read' in file && { fileReader: readerOf(file) }),
      uploadUrl: url,
      uploadSize: size,
      chunkSize,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (sent) => {
        if (sent < size) stall.restart()
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

/** The library's own reader takes 64 kB at a time, each by a thread of its own. @param {NamedSource} source @returns {import('tus-js-client').FileReader} */
const readerOf = ({ size, read }) => ({
  openFile: async () => ({
    size,
    async slice(start, end) {
      const stop = Math.min(end, size)
      return { value: Object.assign(read(start, stop), { size: stop - start }), done: stop >= size }
    },
    close: () => undefined,
  }),
})

/** The library takes no Blob in Node.js. Large files are opened there by their path. @param {Blob | NamedSource} file */
async function readable(file) {
  const { Buffer: NodeBuffer, process } = /** @type {{ Buffer?: typeof Buffer, process?: NodeJS.Process }} */ (globalThis)
  return file instanceof Blob && process?.versions?.node && NodeBuffer ? NodeBuffer.from(await file.arrayBuffer()) : file
}

/** @param {Error | import('tus-js-client').DetailedError} error @returns {Error} */
function failureOf(error) {
  if (!('originalRequest' in error)) return error
  const response = error.originalResponse
  return response ? errorFromResponse(response.getStatus(), response.getBody()) : noResponseError(error)
}

/**
 * The bytes that the server has, or 'gone' when it no longer knows the upload. Throws without a response.
 * @param {string} url @param {AbortSignal} signal @param {typeof fetch} [givenFetch] @returns {Promise<number | 'gone'>}
 */
export async function arrivedBytes(url, signal, givenFetch = fetch) {
  const response = await givenFetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' }, signal })
  if (response.status >= 400 && response.status < 500 && response.status !== 423 && response.status !== 429) return 'gone'
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!response.ok || Number.isNaN(offset)) throw errorFromResponse(response.status, '')
  return offset
}

import { ApiError, errorFromResponse, jsonObject, messages, noResponseError } from './api-error.js'

/** @import { ReceivedFile, RequestParts, SendOptions, Sender } from './types.js' */

const timeoutSeconds = 30
/** A call that sends a file may take longer. */
const fileTimeoutSeconds = 120

/** Turns 'GET /jobs/{id}' and its parts into a method and a path. @param {string} name @param {RequestParts} parts */
function addressOf(name, { params = {}, query = {} }) {
  const [method = 'GET', template = '/'] = name.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(params[part] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return { method, path: `${path}${search.size > 0 ? `?${search}` : ''}` }
}

/** @param {Response} response @returns {Promise<ApiError>} */
async function failureOf(response) {
  const wait = Number(response.headers.get('retry-after'))
  return errorFromResponse(response.status, await response.text(), wait > 0 ? wait : undefined)
}

/** @param {Response} response @returns {Promise<unknown>} */
async function readAnswer(response) {
  if (response.status === 204) return null
  // A response that breaks off must throw, one that is not JSON must not; so reading and parsing are separate.
  const answer = jsonObject(await response.text())
  if (!answer) throw new ApiError({ status: response.status }, messages.invalidResponse)
  return answer
}

/** @param {Response} response @returns {Promise<ReceivedFile>} */
const readFile = async (response) => ({
  filename: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download',
  content: await response.blob(),
})

/**
 * Calls of the API below an address, each sent once: no stored token, no retry.
 * @param {string} base for instance https://video.example.com/prod/api
 * @param {typeof fetch} [givenFetch] instead of the global one
 * @returns {Sender}
 */
export function createSender(base, givenFetch) {
  /**
   * @template Answer
   * @param {string} name @param {RequestParts} request @param {SendOptions} options
   * @param {(response: Response) => Promise<Answer>} read @returns {Promise<Answer>}
   */
  const exchange = async (name, request, options, read) => {
    const { method, path } = addressOf(name, request)
    const { file } = request
    const headers = new Headers({ accept: 'application/json' })
    if (file) headers.set('content-type', file.type)
    else if (request.body !== undefined) headers.set('content-type', 'application/json')
    if (options.token) headers.set('authorization', `Bearer ${options.token}`)

    const timeout = AbortSignal.timeout((file ? fileTimeoutSeconds : timeoutSeconds) * 1000)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const body = file ?? (request.body === undefined ? null : JSON.stringify(request.body))
    try {
      // Looked up at each call: a page may replace the global one.
      const send = givenFetch ?? fetch
      const response = await send(`${base}${path}`, { method, headers, body, signal, keepalive: options.keepalive ?? false })
      if (!response.ok) throw await failureOf(response)
      return await read(response)
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error
      throw noResponseError(error)
    }
  }
  return {
    send: (name, request = {}, options = {}) => exchange(name, request, options, readAnswer),
    sendForFile: (name, request = {}, options = {}) => exchange(name, request, options, readFile),
  }
}

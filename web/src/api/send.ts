import type { EndpointKey, Output, Request } from '@video-forge/contract/endpoints'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from './api-error.ts'

const base = '/prod/api'

export interface SendOptions {
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Continues after the page is left. */
  keepalive?: boolean | undefined
}

export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Sent as the body, under its own type, instead of JSON. */
  file?: Blob
}

/** A call without parameters needs no second argument; every other one does. */
export type SendArguments<K extends EndpointKey> =
  unknown extends Request<K> ? [request?: Record<string, never>, options?: SendOptions] : [request: Request<K>, options?: SendOptions]

/** Turns 'GET /jobs/{id}' and its parts into a method and an address. */
function addressOf(key: string, { params = {}, query = {} }: RequestParts): { method: string; url: string } {
  const [method = 'GET', template = '/'] = key.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return { method, url: `${base}${path}${search.size > 0 ? `?${search}` : ''}` }
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | undefined> {
  // A response that breaks off must throw, one that is not JSON must not; so reading and parsing are separate.
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : undefined
  } catch {
    return undefined
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'))
  const body = await bodyOf(response)
  return new ApiError({ status: response.status, ...(body && { body }), ...(wait > 0 && { retryAfter: wait }) })
}

/** One call of the endpoint table: no stored token, no retry. */
export function send<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<Output<K>>
export function send(key: string, request?: RequestParts, options?: SendOptions): Promise<unknown> {
  return sendParts(key, request, options)
}

/** The same without the types of the table, for callers that have their own. */
export const sendParts = (key: string, request: RequestParts = {}, options: SendOptions = {}): Promise<unknown> =>
  exchange(key, request, options, async (response) => {
    if (response.status === 204) return null
    const answer = await bodyOf(response)
    if (!answer) throw new ApiError({ status: response.status }, sentences.invalidResponse)
    return answer
  })

export interface ReceivedFile {
  filename: string
  content: Blob
}

/** For calls that return a file. */
export const sendForFile = (key: string, request: RequestParts = {}, options: SendOptions = {}): Promise<ReceivedFile> =>
  exchange(key, request, options, async (response) => ({
    filename: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download',
    content: await response.blob(),
  }))

async function exchange<Answer>(
  key: string,
  request: RequestParts,
  options: SendOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const { method, url } = addressOf(key, request)
  const headers = new Headers({ accept: 'application/json' })
  const { file } = request
  if (file) headers.set('content-type', file.type)
  else if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)

  const timeout = AbortSignal.timeout((file ? limits.fileTimeoutSeconds : limits.apiTimeoutSeconds) * 1000)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const body = file ?? (request.body === undefined ? null : JSON.stringify(request.body))

  try {
    const response = await fetch(url, { method, headers, body, signal, keepalive: options.keepalive ?? false })
    if (!response.ok) throw await failureOf(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error
    throw new ApiError({ status: 0, cause: error })
  }
}

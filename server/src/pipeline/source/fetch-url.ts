import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ContentHash } from '../../platform/content/content-hash.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { errorCode } from '../../platform/error-code.ts'
import { PrivateAddress, routeTo } from '../../platform/network/public-address.ts'
import { JobFailure } from '../job-failure.ts'

export interface FetchOptions {
  signal: AbortSignal
  maxBytes: number
  allowPrivate: boolean
  /** Sent only to the server of the address itself, not to those that it redirects to. */
  headers?: Record<string, string>
  /** Only this part of what is at the address. Fewer bytes come only at its end. */
  range?: { start: number; size: number }
  /** Hashes the file on its way. */
  hash?: ContentHash
  /** Called with what the server calls the file; undefined if it says nothing. */
  onContentType?: (type: string | undefined) => void
  onProgress?: (received: number, total: number | undefined) => void
}

const maxRedirects = 5
const responseTimeoutMs = 20_000
const silenceMs = 30_000
const downloadTimeoutMs = 60 * 60 * 1000

/** The server has answered with a status that is no success. */
export class RefusedDownload extends JobFailure {
  readonly status: number
  /** When the server wants to be asked again, if it says so. */
  readonly retryAfterSeconds: number | undefined

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super('source-unreachable', `The server answered with status ${statusCode}.`)
    this.status = statusCode
    this.retryAfterSeconds = secondsUntil(headers['retry-after'])
  }
}

/** Retry-After has seconds or a date. */
function secondsUntil(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Downloads a source into a file. A lost connection is resumed once, if the server still has the same file. */
export async function fetchUrl(address: string, path: string, options: FetchOptions): Promise<void> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(downloadTimeoutMs)])
  const offset = options.range?.start ?? 0
  const first = await open(address, rangeFrom(options, 0), { ...options, signal })
  if (options.range && !beginsAt(first, offset)) {
    first.destroy()
    throw new JobFailure('source-unreachable', 'The server does not send parts of a file.')
  }
  options.onContentType?.(first.headers['content-type'])
  const identity = first.headers.etag ?? first.headers['last-modified']
  try {
    await receive(first, path, 0, { ...options, signal })
  } catch (error) {
    if (error instanceof JobFailure || options.signal.aborted || signal.aborted || !identity) throw explain(error, options.signal)
    const { size } = await stat(path)
    const rest = await open(address, { ...rangeFrom(options, size), 'if-range': String(identity) }, { ...options, signal })
    const isPartial = beginsAt(rest, offset + size)
    if (options.range && !isPartial) throw explain(error, options.signal)
    await receive(rest, path, isPartial ? size : 0, { ...options, signal }).catch((again) => {
      throw explain(again, options.signal)
    })
  }
}

function rangeFrom({ range }: FetchOptions, from: number): Record<string, string> {
  if (range) return { range: `bytes=${range.start + from}-${range.start + range.size - 1}` }
  return from > 0 ? { range: `bytes=${from}-` } : {}
}

const beginsAt = ({ statusCode, headers }: IncomingMessage, start: number): boolean =>
  statusCode === 206 && headers['content-range']?.startsWith(`bytes ${start}-`) === true

async function open(address: string, headers: Record<string, string>, options: FetchOptions): Promise<IncomingMessage> {
  let url = parse(address)
  const { origin } = url
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const own = url.origin === origin ? options.headers : undefined
    const response = await connect(url, { ...own, ...headers }, options)
    const { statusCode = 0, headers: answered } = response
    if (statusCode >= 300 && statusCode < 400 && answered.location) {
      response.destroy()
      url = parse(new URL(answered.location, url).href)
      continue
    }
    if (statusCode === 200 || statusCode === 206) return response
    response.destroy()
    throw new RefusedDownload(response)
  }
  throw new JobFailure('source-unreachable', 'Too many redirects.')
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new JobFailure('source-unreachable', 'The source is not a web address. It must start with http:// or https://.')
}

function connect(url: URL, headers: Record<string, string>, { signal, allowPrivate }: FetchOptions): Promise<IncomingMessage> {
  const route = routeTo(url, { allowPrivate })
  if (!route) throw refused()
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = request(url, {
      headers: { 'user-agent': 'VideoForge', accept: 'video/*,*/*;q=0.8', 'accept-encoding': 'identity', ...headers },
      agent: false,
      signal,
      timeout: responseTimeoutMs,
      ...route,
    })
    call.on('response', resolve)
    call.on('timeout', () => call.destroy(new JobFailure('source-unreachable', 'The server does not answer.')))
    call.on('error', (error) => reject(explain(error, signal)))
    // After an answer such as 101, Node.js ends the connection without an error.
    call.on('close', () => reject(new JobFailure('source-unreachable', 'The server did not send a file.')))
    call.end()
  })
}

async function receive(
  response: IncomingMessage,
  path: string,
  from: number,
  { signal, maxBytes, hash, onProgress }: FetchOptions,
): Promise<void> {
  const announced = Number(response.headers['content-length'] ?? Number.NaN)
  const total = Number.isFinite(announced) ? from + announced : undefined
  if (total !== undefined && total > maxBytes) {
    response.destroy()
    throw tooLarge(maxBytes)
  }
  if (from === 0) hash?.restart()
  let received = from
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash?.update(chunk, received)
      received += chunk.length
      onProgress?.(received, total)
      done(received > maxBytes ? tooLarge(maxBytes) : null, chunk)
    },
  })
  response.setTimeout(silenceMs, () => response.destroy(new JobFailure('timed-out', 'The server stopped sending.')))
  await pipeline(response, meter, createWriteStream(path, { flags: from > 0 ? 'r+' : 'w', start: from }), { signal })
  if (total !== undefined && received !== total) throw new Error('the connection was lost')
}

const tooLarge = (maxBytes: number) =>
  new JobFailure('too-large', `The source is larger than the ${Math.floor(maxBytes / 1_048_576)} MB that are allowed.`)

const refused = () => new JobFailure('source-unreachable', 'The source is in a private network, from which this site does not download.')

function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof JobFailure) return error
  if (error instanceof PrivateAddress) return refused()
  if (isDiskFull(error)) return error
  const code = errorCode(error) ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new JobFailure('source-unreachable', 'The host name could not be found.')
  if (/CERT|SSL|TLS/.test(code)) return new JobFailure('source-unreachable', 'The certificate of the server is not valid.')
  return new JobFailure('source-unreachable', 'The server could not be reached, or the connection was lost.', {
    cause: error,
  })
}

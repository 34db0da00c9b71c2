import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { limits } from '@video-forge/contract/rules/limits'
import { signatureHeader } from '@video-forge/contract/rules/webhook-rules'
import type { SentRequest } from '../platform/database/tables/webhook-tables.ts'
import { errorCode } from '../platform/error-code.ts'
import { isPublicAddress, PrivateAddress, routeTo } from '../platform/network/public-address.ts'

interface Answer {
  status: number | null
  error: string | null
  /** The first characters of its body. */
  answer: string | null
}

/** A call as it was made. Without an error it was delivered. */
export interface Outcome extends Answer {
  request: SentRequest
  calledAt: Date
  durationMs: number
}

export interface CallOptions {
  allowPrivate: boolean
  signal: AbortSignal
  /** Whether the answer of this network address may be shown to the webhook's owner: of a private network it is not for them. */
  mayShow?: (address: string) => boolean
}

const timeoutMs = 10_000
/** How long the body of an answer may take. Its status already counts. */
const bodyTimeoutMs = 1000

const sign = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Sends one call and reads the status and the beginning of the answer. Redirects are not followed. */
export async function callWebhook(url: string, secret: string, body: string, options: CallOptions): Promise<Outcome> {
  const calledAt = new Date()
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'VideoForge',
    [signatureHeader]: sign(secret, body, Math.floor(calledAt.getTime() / 1000)),
  }
  const startedAt = performance.now()
  let durationMs: number | undefined
  const answer = await send({ url, headers, body }, options, () => {
    durationMs = performance.now() - startedAt
  })
  return { ...answer, request: { url, headers, body }, calledAt, durationMs: Math.round(durationMs ?? performance.now() - startedAt) }
}

const failed = (error: string): Answer => ({ status: null, error, answer: null })

function send({ url: address, headers, body }: SentRequest, options: CallOptions, onStatus: () => void): Promise<Answer> | Answer {
  const { allowPrivate, signal, mayShow = isPublicAddress } = options
  if (!URL.canParse(address)) return failed('The address is not valid.')
  const url = new URL(address)
  const route = routeTo(url, { allowPrivate })
  if (!route) return failed(privateNetwork)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...route,
    })
    let isAnswered = false
    call.on('response', (response) => {
      isAnswered = true
      onStatus()
      const status = response.statusCode ?? 0
      const error = status >= 200 && status < 300 ? null : `The receiver answered with status ${status}.`
      const canShow = mayShow(response.socket.remoteAddress ?? '')
      void readStart(response, canShow).then((answer) => resolve({ status, error, answer }))
    })
    call.on('error', (error) => {
      if (signal.aborted) return reject(error)
      resolve(failed(error instanceof PrivateAddress ? privateNetwork : explain(error)))
    })
    // After an answer such as 101, Node.js ends the connection without an error.
    call.on('close', () => {
      if (!isAnswered) resolve(failed('The receiver ended the connection without an answer.'))
    })
    call.end(body)
  })
}

/** The beginning of an answer as text; whatever is read of a broken one. More than that is never read. */
async function readStart(response: IncomingMessage, canShow: boolean): Promise<string | null> {
  if (!canShow) {
    response.destroy()
    return null
  }
  const deadline = setTimeout(() => response.destroy(), bodyTimeoutMs)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= limits.webhookAnswerMaxLength * 4) break
    }
  } catch {
    // The connection was lost after the status.
  } finally {
    clearTimeout(deadline)
    response.destroy()
  }
  // The database takes no text with NUL.
  return Buffer.concat(chunks).toString().replaceAll('\0', '').slice(0, limits.webhookAnswerMaxLength)
}

const privateNetwork = 'The address is in a private network, which this site does not call.'

function explain(error: Error): string {
  const code = errorCode(error) ?? ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'The receiver did not answer within 10 seconds.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name could not be found.'
  if (/CERT|SSL|TLS/.test(code)) return 'The receiver has no valid certificate.'
  return 'The receiver could not be reached.'
}

import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { signatureHeader } from '@video-forge/contract/rules/webhook-rules'
import { errorCode } from '../platform/error-code.ts'
import { PrivateAddress, routeTo } from '../platform/network/public-address.ts'

/** The result of a call. Without an error it was delivered. */
export interface Outcome {
  status: number | null
  error: string | null
}

interface CallOptions {
  allowPrivate: boolean
  signal: AbortSignal
}

const timeoutMs = 10_000

const sign = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Sends one call and reads only the status of the answer. Redirects are not followed. */
export async function callWebhook(address: string, secret: string, body: string, { allowPrivate, signal }: CallOptions): Promise<Outcome> {
  if (!URL.canParse(address)) return { status: null, error: 'The address is not valid.' }
  const url = new URL(address)
  const route = routeTo(url, { allowPrivate })
  if (!route) return privateNetwork
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'VideoForge',
        [signatureHeader]: sign(secret, body, Math.floor(Date.now() / 1000)),
      },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...route,
    })
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      resolve({ status, error: status >= 200 && status < 300 ? null : `The receiver answered with status ${status}.` })
    })
    call.on('error', (error) => {
      if (signal.aborted) return reject(error)
      resolve(error instanceof PrivateAddress ? privateNetwork : { status: null, error: explain(error) })
    })
    call.end(body)
  })
}

const privateNetwork: Outcome = { status: null, error: 'The address is in a private network, which this site does not call.' }

function explain(error: Error): string {
  const code = errorCode(error) ?? ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'The receiver did not answer within 10 seconds.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name could not be found.'
  if (/CERT|SSL|TLS/.test(code)) return 'The receiver has no valid certificate.'
  return 'The receiver could not be reached.'
}

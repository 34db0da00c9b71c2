/** @import { WebhookEvent } from './types.js' */

/** A call that was not signed with this secret, or too long ago. */
export class SignatureError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'SignatureError'
  }
}

const encoder = new TextEncoder()

/**
 * The event of a webhook call, if its signature is right. Give the body as it arrived, before any JSON is parsed.
 * @param {object} call
 * @param {string | Uint8Array} call.body
 * @param {string | null | undefined} call.signature the header Video-Forge-Signature
 * @param {string} call.secret
 * @param {number} [call.toleranceSeconds] how old the call may be
 * @param {number} [call.now] seconds since 1970
 * @returns {Promise<WebhookEvent>}
 */
export async function verifyWebhook({ body, signature, secret, toleranceSeconds = 300, now = Date.now() / 1000 }) {
  const fields = (signature ?? '').split(',').map((field) => field.trim().split('='))
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  // Several while a secret is being replaced.
  const given = fields.flatMap(([name, value = '']) => (name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [bytesOf(value)] : [])).slice(0, 8)
  if (!/^\d{1,12}$/.test(time) || given.length === 0) throw new SignatureError('The call has no signature.')
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const head = encoder.encode(`${time}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  // Web Crypto compares in constant time.
  const results = await Promise.all(given.map((each) => crypto.subtle.verify('HMAC', key, each, signed)))
  if (!results.includes(true)) throw new SignatureError('The signature does not match.')
  if (Math.abs(now - Number(time)) > toleranceSeconds) throw new SignatureError('The call was signed too long ago.')
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (hex) => Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))

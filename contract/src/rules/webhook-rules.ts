import { sentences } from '../sentences.ts'

const longestAddress = 2000
export const shortestSecret = 16
export const longestSecret = 200

/** The signature header: `t` is the time in Unix seconds, `v1` the HMAC-SHA256 of `t.body` in hex. */
export const signatureHeader = 'Video-Forge-Signature'

/** The problem of a webhook's URL, as a sentence. It must not contain a name or password. */
export const webhookUrlProblem = (address: string): string | undefined =>
  address.length <= longestAddress && /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(address) ? undefined : sentences.webhookUrlInvalid

import { sentences } from '../sentences.ts'

const longestAddress = 2000
export const shortestSecret = 16
export const longestSecret = 200

/** The header of each call: `t` is when it was signed, in Unix seconds; `v1` the HMAC-SHA256 of `t.body`, in hex. */
export const signatureHeader = 'Video-Forge-Signature'

/** What is wrong with the address of a webhook, as a sentence; undefined when nothing is. No name or password may be in it. */
export const webhookUrlProblem = (address: string): string | undefined =>
  address.length <= longestAddress && /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(address) ? undefined : sentences.webhookUrlInvalid

import type { EndpointKey, Output } from '@video-forge/contract/endpoints'
import { ApiError } from '../api/api-error.ts'
import { type RequestParts, type SendArguments, type SendOptions, sendParts } from '../api/send.ts'
import { renewToken } from './renew-token.ts'
import { storedToken } from './stored-session.ts'

const neverRetried: ReadonlySet<string> = new Set<EndpointKey>([
  'POST /auth/login',
  'POST /auth/register-with-group',
  'POST /auth/refresh',
  'POST /auth/mfa/complete',
])

/** A 401 about a typed password or a missing code says nothing about the token. */
const aboutTheAnswer: ReadonlySet<string | undefined> = new Set(['MFA_REQUIRED', 'INVALID_CREDENTIALS'])

const asksForRenewal = (key: string, error: unknown): boolean =>
  error instanceof ApiError && error.isNotSignedIn && !neverRetried.has(key) && !aboutTheAnswer.has(error.code)

/** One call of the contract's table as the signed-in user, renewing the token and trying once more when it has run out. */
export function call<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<Output<K>>
export async function call(key: string, request?: RequestParts, options?: SendOptions): Promise<unknown> {
  const token = storedToken()
  try {
    return await sendParts(key, request, { ...options, token })
  } catch (error) {
    if (!token || !asksForRenewal(key, error)) throw error
    return await sendParts(key, request, { ...options, token: await renewToken(token) })
  }
}

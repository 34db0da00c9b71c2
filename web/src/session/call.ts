import type { EndpointKey, Output } from '@video-forge/contract/endpoints'
import { ApiError } from '../api/api-error.ts'
import { type ReceivedFile, type RequestParts, type SendArguments, type SendOptions, sendForFile, sendParts } from '../api/send.ts'
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
export function call(key: string, request?: RequestParts, options?: SendOptions): Promise<unknown> {
  return renewing(key, (token) => sendParts(key, request, { ...options, token }))
}

/** The same for a call that answers with a file. */
export function callForFile<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<ReceivedFile>
export function callForFile(key: string, request?: RequestParts, options?: SendOptions): Promise<ReceivedFile> {
  return renewing(key, (token) => sendForFile(key, request, { ...options, token }))
}

async function renewing<Answer>(key: string, send: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  const token = storedToken()
  try {
    return await send(token)
  } catch (error) {
    if (!token || !asksForRenewal(key, error)) throw error
    return await send(await renewToken(token))
  }
}

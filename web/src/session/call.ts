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

/** A 401 with one of these codes is about a typed password or a missing code, not about the token. */
const credentialCodes: ReadonlySet<string | undefined> = new Set([
  'MFA_REQUIRED',
  'INVALID_CREDENTIALS',
  'PASSWORD_REQUIRED',
  'INVALID_TOKEN',
])

const needsRenewal = (key: string, error: unknown): boolean =>
  error instanceof ApiError && error.isNotSignedIn && !neverRetried.has(key) && !credentialCodes.has(error.code)

/** One call of the endpoint table as the signed-in user. An expired token is renewed and the call repeated once. */
export function call<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<Output<K>>
export function call(key: string, request?: RequestParts, options?: SendOptions): Promise<unknown> {
  return withRenewal(key, (token) => sendParts(key, request, { ...options, token }))
}

/** The same for a call that returns a file. */
export function callForFile<K extends EndpointKey>(key: K, ...rest: SendArguments<K>): Promise<ReceivedFile>
export function callForFile(key: string, request?: RequestParts, options?: SendOptions): Promise<ReceivedFile> {
  return withRenewal(key, (token) => sendForFile(key, request, { ...options, token }))
}

async function withRenewal<Answer>(key: string, send: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  const token = storedToken()
  try {
    return await send(token)
  } catch (error) {
    if (!token || !needsRenewal(key, error)) throw error
    return await send(await renewToken(token))
  }
}

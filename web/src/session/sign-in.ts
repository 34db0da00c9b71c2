import type { SignInProvider } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import { withDefaultMessage } from '../api/with-default-message.ts'
import { call } from './call.ts'
import { parseLoginResult } from './login-result.ts'
import { startSession } from './session-store.ts'
import { textOf } from './unknown-fields.ts'

/** The only supported second step. */
export const emailChallenge = 'EMAIL_OTP'

export interface CodeChallenge {
  session: string
  challenge: string
  username: string
  destination: string | undefined
}

export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'code-needed'; challenge: CodeChallenge }
  | { kind: 'unconfirmed'; message: string }

export async function signIn(username: string, password: string): Promise<SignInOutcome> {
  try {
    const answer = await withDefaultMessage(sentences.loginFailed, call('POST /auth/login', { body: { username, password } }))
    startSession(parseLoginResult(answer))
    return { kind: 'signed-in' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'USER_NOT_CONFIRMED') return { kind: 'unconfirmed', message: sentences.verifyEmailFirst }
    const session = textOf(error.body['session'])
    if (error.code !== 'MFA_REQUIRED' || session === undefined) throw error
    const challenge = textOf(error.body['challengeName']) ?? emailChallenge
    return { kind: 'code-needed', challenge: { session, challenge, username, destination: textOf(error.body['destination']) } }
  }
}

export async function completeWithCode({ session, challenge, username }: CodeChallenge, otpCode: string): Promise<void> {
  if (challenge !== emailChallenge) throw new ApiError({ status: 400 }, sentences.onlyEmailOtp)
  const body = { session, otpCode, challengeName: challenge, username }
  startSession(parseLoginResult(await withDefaultMessage(sentences.mfaFailed, call('POST /auth/mfa/complete', { body }))))
}

const redirectUri = (): string => `${window.location.origin}/auth/callback`

export async function providerAddress(provider: SignInProvider): Promise<string> {
  const query = { provider, redirectUri: redirectUri() }
  const failed = provider === 'Google' ? sentences.googleUrlFailed : sentences.signOnUrlFailed
  const { authUrl } = await withDefaultMessage(failed, call('GET /auth/oauth/url', { query }))
  // Only web addresses: a javascript: URL from a broken server must not run.
  if (!/^https?:\/\//.test(authUrl)) throw new ApiError({ status: 200 }, failed)
  return authUrl
}

/** `iss` names the provider that answered, where it says so. */
export async function completeWithProvider(code: string, state: string | undefined, iss: string | undefined): Promise<void> {
  const body = { code, redirectUri: redirectUri(), ...(state && { state }), ...(iss && { iss }) }
  const answer = await withDefaultMessage(sentences.oauthFailed, call('POST /auth/oauth/callback', { body }))
  startSession(parseLoginResult(answer, sentences.invalidOAuthResponse))
}

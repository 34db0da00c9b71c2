import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../../api/api-error.ts'
import { completeWithProvider } from '../../../session/sign-in.ts'

const started = new Map<string, Promise<void>>()

/** A code can be exchanged only once, but the page may mount twice. */
function exchangeCodeOnce(code: string, state: string | undefined, iss: string | undefined): Promise<void> {
  const running = started.get(code)
  if (running) return running
  const exchange = completeWithProvider(code, state, iss)
  started.set(code, exchange)
  return exchange
}

export const hasExchanged = (code: string | null): boolean => code !== null && started.has(code)

/** Completes the sign-in after the return from the provider, or throws an error with a message for the user. */
export async function finishProviderSignIn(query: URLSearchParams): Promise<void> {
  const error = query.get('error')
  if (error) throw new ApiError({ status: 400 }, sentences.authenticationError(error))
  const code = query.get('code')
  if (!code) throw new ApiError({ status: 400 }, sentences.noAuthorizationCode)
  await exchangeCodeOnce(code, query.get('state') ?? undefined, query.get('iss') ?? undefined)
}

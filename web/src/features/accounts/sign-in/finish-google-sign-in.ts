import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../../api/api-error.ts'
import { completeWithGoogle } from '../../../session/sign-in.ts'

const started = new Map<string, Promise<void>>()

/** A code can be traded once, however often the page that holds it is mounted. */
function exchangeCodeOnce(code: string, state: string | undefined): Promise<void> {
  const before = started.get(code)
  if (before) return before
  const trade = completeWithGoogle(code, state)
  started.set(code, trade)
  return trade
}

export const hasExchanged = (code: string | null): boolean => code !== null && started.has(code)

/** Finishes the sign-in that Google sent the browser back from, or says in a sentence why it can't. */
export async function finishGoogleSignIn(query: URLSearchParams): Promise<void> {
  const error = query.get('error')
  if (error) throw new ApiError({ status: 400 }, sentences.authenticationError(error))
  const code = query.get('code')
  if (!code) throw new ApiError({ status: 400 }, sentences.noAuthorizationCode)
  await exchangeCodeOnce(code, query.get('state') ?? undefined)
}

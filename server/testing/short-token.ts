import { decodeJwt } from 'jose'
import { createTokens } from '../src/accounts/sessions/tokens.ts'

/** A token of the same session with another lifetime. */
export function tokenLike(token: string, secret: string, life: string): Promise<string> {
  const { sub: userId = '', sid: sessionId } = decodeJwt<{ sid: string }>(token)
  return createTokens(secret, life).issue('id', { userId, sessionId })
}

import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import { parseUser } from './parse-user.ts'
import type { Session } from './stored-session.ts'
import { fieldsOf, textOf } from './unknown-fields.ts'

/**
 * Reads every shape that a sign-in may return: `{result: {tokens, user}}`, `{result: {token, user}}`, `{tokens, user}`,
 * `{token, user}`, and tokens under capitalised names.
 */
export function parseLoginResult(answer: unknown, fallback: string = sentences.invalidResponse): Session {
  const outer = fieldsOf(answer)
  const result = fieldsOf(outer?.['result']) ?? outer
  const tokens = fieldsOf(result?.['tokens']) ?? result
  const token = textOf(tokens?.['idToken']) ?? textOf(tokens?.['IdToken']) ?? textOf(result?.['token'])
  const user = parseUser(result?.['user'])
  if (!token || !user) throw new ApiError({ status: 200 }, fallback)
  return {
    token,
    accessToken: textOf(tokens?.['accessToken']) ?? textOf(tokens?.['AccessToken']),
    refreshToken: textOf(tokens?.['refreshToken']) ?? textOf(tokens?.['RefreshToken']),
    user,
  }
}

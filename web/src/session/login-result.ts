import type { User } from '@video-forge/contract/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import type { Session } from './stored-session.ts'

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields | undefined => (typeof value === 'object' && value !== null ? { ...value } : undefined)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A user as the server or local storage has it. Only a name is needed; a role that is not admin counts as user. */
export function parseUser(value: unknown): User | undefined {
  const fields = fieldsOf(value)
  const username = text(fields?.['username']) ?? text(fields?.['email'])
  if (!fields || !username) return undefined
  const role = fields['role'] === 'admin' ? 'admin' : 'user'
  const group = fields['group'] === 'admin' || fields['group'] === 'user' ? fields['group'] : role
  const listed = Array.isArray(fields['groups']) ? fields['groups'].filter((name) => name === 'user' || name === 'admin') : []
  return {
    id: text(fields['id']) ?? username,
    username,
    email: text(fields['email']) ?? '',
    role,
    group,
    groups: listed.length > 0 ? listed : [group],
    status: fields['status'] === 'UNCONFIRMED' ? 'UNCONFIRMED' : 'CONFIRMED',
    mfaEnabled: fields['mfaEnabled'] === true,
  }
}

/**
 * Reads every shape a sign-in may answer with: `{result: {tokens, user}}`, `{result: {token, user}}`, `{tokens, user}`,
 * `{token, user}`, and tokens under capitalised names.
 */
export function parseLoginResult(answer: unknown, otherwise: string = sentences.invalidResponse): Session {
  const outer = fieldsOf(answer)
  const result = fieldsOf(outer?.['result']) ?? outer
  const tokens = fieldsOf(result?.['tokens']) ?? result
  const token = text(tokens?.['idToken']) ?? text(tokens?.['IdToken']) ?? text(result?.['token'])
  const user = parseUser(result?.['user'])
  if (!token || !user) throw new ApiError({ status: 200 }, otherwise)
  return {
    token,
    accessToken: text(tokens?.['accessToken']) ?? text(tokens?.['AccessToken']),
    refreshToken: text(tokens?.['refreshToken']) ?? text(tokens?.['RefreshToken']),
    user,
  }
}

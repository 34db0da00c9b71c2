import type { User } from '@video-forge/contract/accounts/accounts'
import { fieldsOf, textOf } from './unknown-fields.ts'

/** A user from the server or local storage. Only the name is required; any role but admin counts as user. */
export function parseUser(value: unknown): User | undefined {
  const fields = fieldsOf(value)
  const username = textOf(fields?.['username']) ?? textOf(fields?.['email'])
  if (!fields || !username) return undefined
  const role = fields['role'] === 'admin' ? 'admin' : 'user'
  const group = fields['group'] === 'admin' || fields['group'] === 'user' ? fields['group'] : role
  const listed = Array.isArray(fields['groups']) ? fields['groups'].filter((name) => name === 'user' || name === 'admin') : []
  return {
    id: textOf(fields['id']) ?? username,
    username,
    email: textOf(fields['email']) ?? '',
    role,
    group,
    groups: listed.length > 0 ? listed : [group],
    status: fields['status'] === 'UNCONFIRMED' ? 'UNCONFIRMED' : 'CONFIRMED',
    mfaEnabled: fields['mfaEnabled'] === true,
  }
}

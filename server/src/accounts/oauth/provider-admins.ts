import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAllAdmins } from '../lock-admins.ts'
import type { UserRow } from '../users.ts'
import type { Claims } from './provider.ts'
import type { ProviderSettings } from './providers.ts'

type AdminDeps = Pick<AccountDeps, 'audit' | 'log'>

/**
 * Makes members of the provider's admin group admins, and takes back what the provider gave once they have left it. Admins that were made
 * here stay, and so does the last one. A provider that sends no groups says that nobody is a member.
 */
export async function followAdminGroup(
  { audit, log }: AdminDeps,
  transaction: Transaction<Tables>,
  user: UserRow,
  { claim, group }: NonNullable<ProviderSettings['admins']>,
  claims: Claims,
): Promise<UserRow> {
  const isMember = [claims[claim]].flat().includes(group)
  const isAdmin = user.groups.includes('admin')
  if (isMember === isAdmin || (isAdmin && !user.is_provider_admin)) return user
  // All admins are locked in one order before the row of the person is: see lock-admins.
  const admins = await lockAllAdmins(transaction)
  if (isAdmin && admins.length === 1 && admins[0] === user.id) {
    log.warn({ userId: user.id }, 'the last admin has left the admin group of the provider and stays')
    return user
  }
  const others = user.groups.filter((each) => each !== 'admin')
  const groups: UserRow['groups'] = isMember ? [...others, 'admin'] : others.length > 0 ? others : ['user']
  const changed = await transaction
    .updateTable('users')
    .set({ groups, is_provider_admin: isMember })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(transaction, {
    actorId: user.id,
    action: isMember ? 'user.provider-promote' : 'user.provider-demote',
    target: user.username,
    details: { group },
  })
  return changed
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/**
 * Locks all enabled admins until the transaction ends, and returns their ids. The order of locking is fixed, so that of two
 * concurrent removals the second sees who is left.
 */
export async function lockAllAdmins(transaction: Transaction<Tables>): Promise<string[]> {
  const admins = await transaction
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'admin' = any(groups)`)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

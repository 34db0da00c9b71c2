import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/**
 * The ids of all admins who are not disabled, held until the transaction ends. They are locked in one order, so that of two who
 * remove each other or themselves at once the second sees who is left.
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

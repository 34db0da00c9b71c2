import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** Serializes a user's transactions: two at once must not get the same turn, nor share the last of a quota. */
export async function lockUser(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(transaction)
}

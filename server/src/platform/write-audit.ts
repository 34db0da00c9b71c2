import type { Transaction } from 'kysely'
import type { Tables } from './database/tables.ts'

/** Writes the audit entry of what an admin does with something of somebody else, in the transaction that does it. */
export type WriteAudit = (
  transaction: Transaction<Tables>,
  entry: { actorId: string; action: string; target: string; details: Record<string, unknown> },
) => Promise<void>

import type { Db } from '../../platform/database/database.ts'

/** The one switch of the history and of Watch later. */
export const readKeepsHistory = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('keeps_history').where('id', '=', userId).executeTakeFirstOrThrow()).keeps_history

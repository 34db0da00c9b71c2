import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@video-forge/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tokens } from './tokens.ts'

type CodePurpose = Tables['codes']['purpose']

/** Mailed codes: six digits, good for ten minutes and five tries; a new one makes the ones before it void. */
export interface Codes {
  issue(userId: string, purpose: CodePurpose): Promise<{ id: string; code: string }>
  /** True once for the right code. `id` names one code; without it the user's newest counts. */
  redeem(match: { userId: string; purpose: CodePurpose; id?: string; code: string }): Promise<boolean>
}

export function createCodes(db: Db, tokens: Tokens): Codes {
  return {
    async issue(userId, purpose) {
      const id = newId()
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0')
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('codes')
          .set({ used_at: new Date() })
          .where('user_id', '=', userId)
          .where('purpose', '=', purpose)
          .where('used_at', 'is', null)
          .execute()
        const expires = sql<Date>`now() + ${sql.lit(`${limits.codeMinutes} minutes`)}::interval`
        await transaction
          .insertInto('codes')
          .values({ id, user_id: userId, purpose, hash: tokens.hashCode(id, code), expires_at: expires })
          .execute()
      })
      return { id, code }
    },

    async redeem({ userId, purpose, id, code }) {
      // The try is counted before the code is looked at, so that many at once don't get more than five between them.
      const tried = await db
        .updateTable('codes')
        .set({ tries: sql`tries + 1` })
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('tries', '<', limits.codeTries)
        .returning(['id', 'hash'])
        .executeTakeFirst()
      if (!tried || !timingSafeEqual(tried.hash, tokens.hashCode(tried.id, code))) return false
      const used = await db
        .updateTable('codes')
        .set({ used_at: new Date() })
        .where('id', '=', tried.id)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return used.numUpdatedRows === 1n
    },
  }
}

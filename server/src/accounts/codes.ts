import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@video-forge/contract/limits'
import { sql } from 'kysely'
import type { Cache } from '../platform/cache/cache.ts'
import { takeWithin } from '../platform/cache/rate-limit.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Attempt } from './attempt.ts'
import { codeTryLimit } from './limits.ts'
import type { Tokens } from './tokens.ts'

type CodePurpose = Tables['codes']['purpose']

interface CodeMatch {
  userId: string
  purpose: CodePurpose
  /** Names one code; without it any of the valid ones counts. */
  id?: string
}

/** Mailed codes: six digits, good for ten minutes and five tries. */
export interface Codes {
  /** A new sign-in code voids the one before it. Others, which strangers can ask for too, stay valid beside each other. */
  issue(userId: string, purpose: CodePurpose): Promise<{ id: string; code: string }>
  /** Whether there is a code that may still be tried. */
  isIssued(match: CodeMatch): Promise<boolean>
  /** True once for the right code. With `by`, each client has its own five tries, so that strangers can't spoil a code. */
  redeem(match: CodeMatch & { code: string; by?: Attempt }): Promise<boolean>
}

/** No fewer than the mails that resendLimits lets through while a code is valid, or strangers could void it. */
const maxValid = 20
/** All clients together, which bounds what many addresses can guess; browsers that are known have some left after that. */
const triesOfStrangers = 20
const triesOfAll = triesOfStrangers + limits.codeTries

export function createCodes(db: Db, tokens: Tokens, cache: Cache): Codes {
  const valid = ({ userId, purpose, id }: CodeMatch, maxTries: number) =>
    db
      .selectFrom('codes')
      .select('id')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('tries', '<', maxTries)

  return {
    async issue(userId, purpose) {
      const id = newId()
      const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0')
      await db.transaction().execute(async (transaction) => {
        const unused = transaction
          .selectFrom('codes')
          .select('id')
          .where('user_id', '=', userId)
          .where('purpose', '=', purpose)
          .where('used_at', 'is', null)
        const voided = unused.orderBy('created_at', 'desc').offset(purpose === 'sign-in' ? 0 : maxValid - 1)
        await transaction.updateTable('codes').set({ used_at: new Date() }).where('id', 'in', voided).execute()
        const expires = sql<Date>`now() + ${sql.lit(`${limits.codeMinutes} minutes`)}::interval`
        await transaction
          .insertInto('codes')
          .values({ id, user_id: userId, purpose, hash: tokens.hashCode(id, code), expires_at: expires })
          .execute()
      })
      return { id, code }
    },

    async isIssued(match) {
      return (await valid(match, limits.codeTries).executeTakeFirst()) !== undefined
    },

    async redeem({ code, by, ...match }) {
      if (by) {
        const newest = await valid(match, triesOfAll).orderBy('created_at', 'desc').executeTakeFirst()
        if (!newest || (await takeWithin(cache, codeTryLimit(newest.id, by))) > 0) return false
      }
      const maxTries = by ? (by.device ? triesOfAll : triesOfStrangers) : limits.codeTries
      // The try is counted before the code is looked at, so that many at once don't get more than five between them.
      const tried = await db
        .updateTable('codes')
        .set({ tries: sql`tries + 1` })
        .where('id', 'in', valid(match, maxTries).orderBy('id').forUpdate())
        .returning(['id', 'hash'])
        .execute()
      const right = tried.find(({ id, hash }) => timingSafeEqual(hash, tokens.hashCode(id, code)))
      if (!right) return false
      const used = await db
        .updateTable('codes')
        .set({ used_at: new Date() })
        .where('id', '=', right.id)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return used.numUpdatedRows === 1n
    },
  }
}

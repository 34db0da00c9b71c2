import { randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@video-forge/contract/rules/limits'
import { sql, type Transaction } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import { takeWithin } from '../../platform/cache/rate-limit.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tokens } from '../sessions/tokens.ts'
import type { Connection } from '../users.ts'
import type { Attempt } from './attempt.ts'
import { foreignTryLimit } from './limits.ts'

type CodePurpose = Tables['codes']['purpose']

interface CodeDetails {
  /** Who asked for it, where a stranger can. */
  by?: Attempt
  /** The address it makes the account's. */
  email?: string
}

interface CodeMatch {
  userId: string
  purpose: CodePurpose
  /** Names one code; without it every live one of the purpose counts. */
  id?: string
}

interface CodeTry extends CodeMatch {
  code: string
  by?: Attempt
}

/**
 * Mailed codes: six digits, good for ten minutes and five tries; a new one makes the ones before it void.
 *
 * A code that strangers can ask for belongs to the network it was asked for from: a request from elsewhere leaves it valid, and tries
 * from elsewhere are counted apart, but for browsers that the account knows. So nobody can spoil the code of somebody else, and a code
 * still works for a person who changes networks.
 */
export interface Codes {
  issue(userId: string, purpose: CodePurpose, details?: CodeDetails): Promise<{ id: string; code: string }>
  /** The same in a transaction of the caller's. */
  issueIn(
    transaction: Transaction<Tables>,
    userId: string,
    purpose: CodePurpose,
    details?: CodeDetails,
  ): Promise<{ id: string; code: string }>
  /** Whether there is a code that may still be tried. */
  isIssued(match: CodeMatch): Promise<boolean>
  /** Counts a try. The code that matches is still to be used, in the transaction of what it is good for. */
  check(attempt: CodeTry): Promise<{ id: string; email: string | null } | undefined>
  /** True for one caller only. */
  use(connection: Connection, id: string): Promise<boolean>
  /** Both at once: true once for the right code. */
  redeem(attempt: CodeTry): Promise<boolean>
  /** Makes every code of somebody void, whatever it was for. */
  voidAllOf(connection: Connection, userId: string): Promise<void>
}

/** Tries of one code from elsewhere than where it was asked for, of all clients together. */
const maxForeignTries = 2 * limits.codeTries

export function createCodes(db: Db, tokens: Tokens, cache: Cache): Codes {
  const requesterOf = (by: Attempt | undefined): Buffer | null => (by ? tokens.hashAddress(by.networks[0].key) : null)

  const liveCodes = ({ userId, purpose, id }: CodeMatch) =>
    db
      .selectFrom('codes')
      .select('id')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)

  const issueIn: Codes['issueIn'] = async (transaction, userId, purpose, { by, email } = {}) => {
    const requester = requesterOf(by)
    const id = newId()
    const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0')
    // The row of the account is held, so that of two requests at once one voids the code of the other.
    await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await transaction
      .updateTable('codes')
      .set({ used_at: new Date() })
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where(isFrom(requester))
      .where('used_at', 'is', null)
      .execute()
    const expires_at = sql<Date>`now() + ${sql.lit(`${limits.codeMinutes} minutes`)}::interval`
    await transaction
      .insertInto('codes')
      .values({
        id,
        user_id: userId,
        purpose,
        hash: tokens.hashCode(id, code),
        expires_at,
        requester,
        email: email ?? null,
      })
      .execute()
    return { id, code }
  }

  const check: Codes['check'] = async ({ code, by, ...match }) => {
    const isOwn = by?.device ? sql<boolean>`true` : isFrom(requesterOf(by))
    if (by && !by.device) {
      const own = await liveCodes(match).where(isOwn).where('tries', '<', limits.codeTries).executeTakeFirst()
      // One stranger must not use up what is left to a person who has changed networks.
      if (!own && (await takeWithin(cache, foreignTryLimit(match.purpose, by))) > 0) return undefined
    }
    // The try is counted before the code is looked at, so that many at once don't get more than five between them. The rows are
    // locked in one order, since a try from elsewhere may count against several codes.
    const live = liveCodes(match)
      .where(sql<boolean>`case when ${isOwn} then tries < ${limits.codeTries} else foreign_tries < ${maxForeignTries} end`)
      .orderBy('id')
      .forUpdate()
    const tried = await db
      .updateTable('codes')
      .set({
        tries: sql`tries + case when ${isOwn} then 1 else 0 end`,
        foreign_tries: sql`foreign_tries + case when ${isOwn} then 0 else 1 end`,
      })
      .where('id', 'in', live)
      .returning(['id', 'hash', 'email'])
      .execute()
    return tried.find((row) => timingSafeEqual(row.hash, tokens.hashCode(row.id, code)))
  }

  const use: Codes['use'] = async (connection, id) => {
    const used = await connection
      .updateTable('codes')
      .set({ used_at: new Date() })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return used.numUpdatedRows === 1n
  }

  return {
    issueIn,
    issue: (userId, purpose, details) => db.transaction().execute((transaction) => issueIn(transaction, userId, purpose, details)),
    async isIssued(match) {
      return (await liveCodes(match).where('tries', '<', limits.codeTries).executeTakeFirst()) !== undefined
    },
    check,
    use,
    async redeem(attempt) {
      const matched = await check(attempt)
      return matched !== undefined && use(db, matched.id)
    },
    async voidAllOf(connection, userId) {
      const live = connection.selectFrom('codes').select('id').where('user_id', '=', userId).where('used_at', 'is', null)
      await connection.updateTable('codes').set({ used_at: new Date() }).where('id', 'in', live.orderBy('id').forUpdate()).execute()
    },
  }
}

const isFrom = (requester: Buffer | null) => sql<boolean>`requester is not distinct from ${requester}::bytea`

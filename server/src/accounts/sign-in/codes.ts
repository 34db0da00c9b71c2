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
  /** Who requested it, if anybody can. */
  by?: Attempt
  /** The new address that it confirms. */
  email?: string
}

interface CodeMatch {
  userId: string
  purpose: CodePurpose
  /** One code; without it every valid code of the purpose counts. */
  id?: string
}

interface CodeTry extends CodeMatch {
  code: string
  by?: Attempt
}

/**
 * Mailed codes: six digits, valid for ten minutes and five tries; a new code voids the ones before it.
 *
 * A code that anybody can request belongs to the network it was requested from. A request from another network does not void it, and
 * tries from other networks are counted separately, except from known devices. So nobody can use up the code of somebody else, and it
 * still works for a person who changes networks.
 */
export interface Codes {
  issue(userId: string, purpose: CodePurpose, details?: CodeDetails): Promise<{ id: string; code: string }>
  /** The same in the caller's transaction. */
  issueIn(
    transaction: Transaction<Tables>,
    userId: string,
    purpose: CodePurpose,
    details?: CodeDetails,
  ): Promise<{ id: string; code: string }>
  /** Whether a code is still valid. */
  isIssued(match: CodeMatch): Promise<boolean>
  /** Counts a try, and returns the matching code. The caller then uses it in the transaction that it allows. */
  check(attempt: CodeTry): Promise<{ id: string; email: string | null } | undefined>
  /** True only once. */
  use(connection: Connection, id: string): Promise<boolean>
  /** Checks and uses: true once for the right code. */
  redeem(attempt: CodeTry): Promise<boolean>
  /** Voids every code of a user. */
  voidAllOf(connection: Connection, userId: string): Promise<void>
}

/** Tries of one code from other networks, by all clients together. */
const maxForeignTries = 2 * limits.codeTries

interface CodeStore {
  db: Db
  tokens: Tokens
  cache: Cache
}

export function createCodes(db: Db, tokens: Tokens, cache: Cache): Codes {
  const store = { db, tokens, cache }
  const issueIn: Codes['issueIn'] = (transaction, userId, purpose, details = {}) => issueCode(transaction, tokens, userId, purpose, details)
  const check: Codes['check'] = (attempt) => checkCode(store, attempt)
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
      return (await validCodes(db, match).where('tries', '<', limits.codeTries).executeTakeFirst()) !== undefined
    },
    check,
    use,
    async redeem(attempt) {
      const matched = await check(attempt)
      return matched !== undefined && use(db, matched.id)
    },
    async voidAllOf(connection, userId) {
      const unused = connection.selectFrom('codes').select('id').where('user_id', '=', userId).where('used_at', 'is', null)
      await connection.updateTable('codes').set({ used_at: new Date() }).where('id', 'in', unused.orderBy('id').forUpdate()).execute()
    },
  }
}

async function issueCode(
  transaction: Transaction<Tables>,
  tokens: Tokens,
  userId: string,
  purpose: CodePurpose,
  { by, email }: CodeDetails,
): Promise<{ id: string; code: string }> {
  const requester = requesterOf(tokens, by)
  const id = newId()
  const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0')
  // The account's row is locked, so that of two concurrent requests one voids the code of the other.
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
  const hash = tokens.hashCode(id, code)
  await transaction
    .insertInto('codes')
    .values({ id, user_id: userId, purpose, hash, expires_at, requester, email: email ?? null })
    .execute()
  return { id, code }
}

async function checkCode({ db, tokens, cache }: CodeStore, { code, by, ...match }: CodeTry) {
  const isOwn = by?.device ? sql<boolean>`true` : isFrom(requesterOf(tokens, by))
  if (by && !by.device) {
    const own = await validCodes(db, match).where(isOwn).where('tries', '<', limits.codeTries).executeTakeFirst()
    // One other client must not use up the tries of a person who has changed networks.
    if (!own && (await takeWithin(cache, foreignTryLimit(match.purpose, by))) > 0) return undefined
  }
  // The try is counted before the code is compared, so that concurrent tries cannot exceed five. Rows are locked in a fixed order,
  // because a try from another network may count against several codes.
  const tryable = validCodes(db, match)
    .where(sql<boolean>`case when ${isOwn} then tries < ${limits.codeTries} else foreign_tries < ${maxForeignTries} end`)
    .orderBy('id')
    .forUpdate()
  const tried = await db
    .updateTable('codes')
    .set({
      tries: sql`tries + case when ${isOwn} then 1 else 0 end`,
      foreign_tries: sql`foreign_tries + case when ${isOwn} then 0 else 1 end`,
    })
    .where('id', 'in', tryable)
    .returning(['id', 'hash', 'email'])
    .execute()
  return tried.find((row) => timingSafeEqual(row.hash, tokens.hashCode(row.id, code)))
}

const validCodes = (db: Db, { userId, purpose, id }: CodeMatch) =>
  db
    .selectFrom('codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

const requesterOf = (tokens: Tokens, by: Attempt | undefined): Buffer | null => (by ? tokens.hashAddress(by.networks[0].key) : null)

const isFrom = (requester: Buffer | null) => sql<boolean>`requester is not distinct from ${requester}::bytea`

import { createHash, randomBytes } from 'node:crypto'
import type { Group, Scope } from '@video-forge/contract/rules/access'
import { keyPrefix, shownCharacters } from '@video-forge/contract/rules/key-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Caller, ClientFacts } from '../../http/api/handlers.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import { createCacheUntilChange, type Listen } from '../../platform/cache/cache-until-change.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import type { Db } from '../../platform/database/database.ts'
import { deviceOf } from '../sign-in/device.ts'

/** The time of the last use is written at most this often, so that a busy key costs no write for each request. */
const noteUseEveryMs = 60_000

const neverExpires = Number.MAX_SAFE_INTEGER

/** A new key: the secret for its owner, and what is stored of it. A secret is random, so a plain hash cannot be guessed back. */
export function newSecret(): { secret: string; prefix: string; hash: Buffer } {
  const secret = keyPrefix + randomBytes(30).toString('base64url')
  return { secret, prefix: secret.slice(0, shownCharacters), hash: hashOf(secret) }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The secret in an Authorization header; undefined if it carries no API key. */
const secretIn = (authorization: string): string | undefined => /^Bearer (vf_[\w-]{1,100})$/i.exec(authorization)?.[1]

/** What a key makes of its owner: without the scope, an admin's key is the key of an ordinary person. */
const groupsWith = (groups: readonly Group[], scopes: readonly Scope[]): readonly Group[] =>
  scopes.includes('admin') ? groups : groups.filter((group) => group !== 'admin')

interface KeyDeps {
  db: Db
  cache: Cache
  log: Logger
  /** Reports changes of keys and of their owners' rights. */
  listen: Listen
}

/** Keys that are kept in memory, and keys of which the last use is known. */
const maxKept = 10_000

export type KeyAuthentication = ReturnType<typeof createKeyAuthentication>

/** Finds the caller behind a key, counts the request against the limit of the key, and notes its use. */
export function createKeyAuthentication({ db, cache, log, listen }: KeyDeps) {
  const known = createCacheUntilChange(listen)
  const lookUp = known.store<KeyRow | undefined>(maxKept)
  const notedAt = new Map<string, number>()

  const noteUse = async (id: string, { address, userAgent }: ClientFacts): Promise<void> => {
    const now = Date.now()
    if (now - (notedAt.get(id) ?? 0) < noteUseEveryMs) return
    if (notedAt.size >= maxKept) notedAt.clear()
    notedAt.set(id, now)
    await db
      .updateTable('api_keys')
      .set({ last_used_at: sql<Date>`now()`, last_used_address: address, last_used_by: deviceOf(userAgent) })
      .where('id', '=', id)
      .execute()
      .catch((error) => log.warn({ err: error, keyId: id }, 'the use of an API key could not be noted'))
  }

  return {
    isKey: (authorization: string): boolean => secretIn(authorization) !== undefined,

    async authenticate(authorization: string, client: ClientFacts): Promise<Caller | undefined> {
      const secret = secretIn(authorization)
      if (!secret) return undefined
      const hash = hashOf(secret)
      const row = await lookUp(hash.toString('base64'), () => findKey(db, hash))
      const expiresAt = row?.expires_at?.getTime() ?? neverExpires
      if (!row || expiresAt <= Date.now()) return undefined
      await takeFrom(cache, [{ key: `api-key:${row.id}`, most: limits.keyRequestsPerMinute, perSeconds: 60 }])
      void noteUse(row.id, client)
      const { id: sessionId, user_id: userId, scopes } = row
      return { userId, sessionId, scopes, expiresAt, groups: groupsWith(row.groups, scopes) }
    },

    /** Forgets what was read, after a change by this process: the report of the database may come a moment later. */
    forget: known.clear,

    stop: known.stop,
  }
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

const findKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'user_id', 'scopes', 'expires_at', 'users.groups'])
    .where('hash', '=', hash)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()

import { sql } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'

interface Seat {
  keyId: string
  tokenHash: Buffer
  /** The viewer's network. */
  mark: string
  /** How many different ones the token allows. */
  viewers: number
  /** Unix seconds. */
  expires: number
}

/** New viewers of one key, so that nobody can fill the table with tokens of their own. */
const maxNewPerMinute = 600

/** Whether a viewer is, or becomes, one of those that may use a token. */
export async function takeSeat(
  { db, cache }: { db: Db; cache: Cache },
  { keyId, tokenHash, mark, viewers, expires }: Seat,
): Promise<boolean> {
  const viewerHash = Buffer.from(mark, 'base64url')
  const { rows } = await sql<{ isKnown: boolean; count: number }>`
    select coalesce(bool_or(viewer_hash = ${viewerHash}), false) as "isKnown", count(*)::int as count
    from token_viewers where token_hash = ${tokenHash}`.execute(db)
  const { isKnown = false, count = 0 } = rows[0] ?? {}
  if (isKnown || count >= viewers) return isKnown
  // After that, so that a token which is used up cannot use up the limit of its key.
  await takeFrom(cache, [{ key: `token-viewers:${keyId}`, most: maxNewPerMinute, perSeconds: 60 }])
  return db.transaction().execute(async (transaction) => {
    // Two new viewers must not share the last place.
    await sql`select pg_advisory_xact_lock(hashtextextended(encode(${tokenHash}, 'hex'), 0))`.execute(transaction)
    const { rows: seated } = await sql`
      insert into token_viewers (token_hash, viewer_hash, key_id, expires_at)
      select ${tokenHash}, ${viewerHash}, id, to_timestamp(${expires}) from signing_keys
      where id = ${keyId} and (
        (select count(*) from token_viewers where token_hash = ${tokenHash}) < ${viewers}
        or exists (select from token_viewers where token_hash = ${tokenHash} and viewer_hash = ${viewerHash})
      )
      on conflict (token_hash, viewer_hash) do update set expires_at = excluded.expires_at returning 1`.execute(transaction)
    return seated.length > 0
  })
}

export const expiredSeatsTask = (db: Db): Task => ({
  name: 'delete viewers of expired playback tokens',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await sql`delete from token_viewers where expires_at < now()`.execute(db)
    return false
  },
})

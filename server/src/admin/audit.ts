import type { AuditEntry } from '@video-forge/contract/admin-users'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { patternFor } from './text-search.ts'

export interface Act {
  actorId: string
  /** What was done to what, for instance user.delete. */
  action: string
  target?: string
  details?: Record<string, unknown>
}

/** Written in the transaction of the act itself: either both happened or neither did. */
export async function recordAct(connection: Db | Transaction<Tables>, { actorId, action, target, details = {} }: Act): Promise<void> {
  await sql`
    insert into audit_log (id, actor_id, actor, action, target, details) values (
      ${newId()}, ${actorId}, coalesce((select username from users where id = ${actorId}), 'a deleted user'),
      ${action}, ${target ?? null}, ${JSON.stringify(details)}
    )`.execute(connection)
}

/** Newest first. Ids are made in the order of time, so the last one is the cursor. */
export async function listActs(
  db: Db,
  { search, limit, cursor }: { search?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const pattern = search ? patternFor(search) : undefined
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .$if(pattern !== undefined, (query) =>
      query.where(sql<boolean>`(actor ilike ${pattern} or action ilike ${pattern} or target ilike ${pattern})`),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    entries: page.map(({ id, at, actor, action, target, details }) => ({ id, at: at.toISOString(), actor, action, target, details })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

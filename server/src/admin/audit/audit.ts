import type { AuditEntry } from '@video-forge/contract/admin/admin-users'
import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'

export interface AdminAction {
  actorId: string
  /** For instance user.delete. */
  action: string
  target?: string
  details?: Record<string, unknown>
}

/** Written in the transaction of the action itself, so that both are committed or neither. */
export async function recordAction(
  connection: Db | Transaction<Tables>,
  { actorId, action, target, details = {} }: AdminAction,
): Promise<void> {
  await sql`
    insert into audit_log (id, actor_id, actor, action, target, details) values (
      ${newId()}, ${actorId}, coalesce((select username from users where id = ${actorId}), 'a deleted user'),
      ${action}, ${target ?? null}, ${JSON.stringify(details)}
    )`.execute(connection)
}

/**
 * Records an action of many transactions: one entry before the first and one after the last. An action that was killed has a start
 * and no end.
 */
export async function recordRun<Result>(
  db: Db,
  { actorId, action }: Pick<AdminAction, 'actorId' | 'action'>,
  work: () => Promise<Result>,
  figuresOf: (result: Result) => Record<string, unknown>,
): Promise<Result> {
  const run = newId()
  const write = (phase: 'started' | 'finished' | 'failed', figures: Record<string, unknown> = {}) =>
    recordAction(db, { actorId, action, details: { phase, ...figures, run } })
  await write('started')
  try {
    const result = await work()
    await write('finished', figuresOf(result))
    return result
  } catch (error) {
    await write('failed', { reason: error instanceof Failure ? error.message : 'Something went wrong.' }).catch(() => {})
    throw error
  }
}

/** Newest first: ids are in order of time. */
export async function listActions(
  db: Db,
  {
    search,
    limit,
    cursor,
    endsOnly = false,
  }: { search?: string | undefined; limit: number; cursor?: string | undefined; endsOnly?: boolean },
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const pattern = search ? likePattern(search) : undefined
  const before = cursor === undefined ? undefined : parseIdCursor(cursor)
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(pattern !== undefined, (query) =>
      query.where(sql<boolean>`(actor ilike ${pattern} or action ilike ${pattern} or target ilike ${pattern})`),
    )
    .$if(endsOnly, (query) => query.where(sql<boolean>`details ->> 'phase' is distinct from 'started'`))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
  return {
    entries: page.map(({ id, at, actor, action, target, details }) => ({ id, at: at.toISOString(), actor, action, target, details })),
    nextCursor,
  }
}

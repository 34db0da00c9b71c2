import { type RawBuilder, sql } from 'kysely'
import { activeList } from '../platform/database/status-sql.ts'

/**
 * A new job's turn: its place in the queue. People are served round-robin: a person's next job is one turn behind their last one, and never
 * before the turn that is being served. So fifty jobs of one person take fifty turns, and the single job of another comes in the next one.
 * No job waits forever, because later jobs never get earlier turns. When the queue is empty the count starts again.
 */
export const nextTurnOf = (userId: string): RawBuilder<number> => sql<number>`(
  select greatest(
    coalesce(max(turn) filter (where user_id = ${userId}), 0),
    coalesce(max(turn) filter (where status <> 'PENDING'), 0)
  ) + 1
  from jobs where status in ${activeList}
)`

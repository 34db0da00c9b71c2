import { type RawBuilder, sql } from 'kysely'
import { activeList } from '../platform/database/status-sql.ts'

/**
 * A new job's place in line. Everybody takes turns: a person's next job stands one turn behind their last one, and nobody
 * starts before the turn that is being served now. So somebody's fifty jobs spread over fifty turns, and another person's
 * single one comes in the next; and nobody can be overtaken for ever, since later jobs never get earlier turns. When
 * nothing is left to do the count starts anew.
 */
export const nextTurnOf = (userId: string): RawBuilder<number> => sql<number>`(
  select greatest(
    coalesce(max(turn) filter (where user_id = ${userId}), 0),
    coalesce(max(turn) filter (where status <> 'PENDING'), 0)
  ) + 1
  from jobs where status in ${activeList}
)`

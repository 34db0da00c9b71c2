import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'
import { beginBlock, growBlock } from './grow-block.ts'

/** Videos of a block: triggers begin a new one after as many, as in migration 0030. */
const usualSize = 16_384

/** Divides blocks of the search that imports of older videos have filled. */
export const divideBlocksTask = (db: Db): Task => ({ name: 'search blocks', needsLease: true, run: () => divideBlocks(db) })

/**
 * One step of a division, or a look at the sizes after so many new videos that one of them may be too large. Each step is a transaction, and
 * every state between two is a valid one, so nothing has to be repaired after a kill.
 */
export async function divideBlocks(db: Db, size = usualSize): Promise<boolean> {
  const { rows } = await sql<{ isGrowing: boolean; isDue: boolean }>`
    select exists (select from search_blocks where grows_to is not null) as "isGrowing",
      starts_at <= now() and (checked_turn is null or abs(last_value - checked_turn) >= ${size / 4}) as "isDue"
    from search_division, search_block_turn`.execute(db)
  const step = rows[0]?.isGrowing ? growBlock : rows[0]?.isDue ? beginBlock : undefined
  if (!step) return false
  try {
    return await db.transaction().execute((transaction) => step(transaction, size))
  } catch (error) {
    // Somebody is changing these videos. The next run tries again.
    if (errorCode(error) === '55P03') return false
    throw error
  }
}

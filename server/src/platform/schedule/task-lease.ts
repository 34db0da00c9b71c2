import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A little less than the time between two rounds of one process, so that one alone never misses its turn. */
const apart = '4 seconds'

/**
 * Whether it is this process's turn to do the site's chores: nobody has begun a round for a while. It is no lock, so who died in a round
 * or takes long over it holds nobody up; chores can stand being done by two at once. By the database's clock, also when it was set back.
 */
export const acquireTaskLease = (db: Db) => async (): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into site_rounds as last (begun_at) values (now())
    on conflict (only_row) do update set begun_at = now()
    where last.begun_at < now() - ${sql.lit(apart)}::interval or last.begun_at > now() + ${sql.lit(apart)}::interval`.execute(db)
  return numAffectedRows === 1n
}

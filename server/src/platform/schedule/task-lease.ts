import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { usualTickMs } from './scheduler.ts'

/** A little less than the scheduler's interval, so that a process alone always gets the lease. */
const shareOfTick = 0.8

/**
 * Whether this process may start the tasks of the site now: no other has within the lease's time. It is not a lock, so a process that dies or
 * is slow holds up no other; tasks must stand being run by two processes at once. The database's clock counts, also after it was set back.
 */
export const acquireTaskLease =
  (db: Db, tickMs = usualTickMs) =>
  async (): Promise<boolean> => {
    const leaseTime = sql`make_interval(secs => ${sql.lit((shareOfTick * tickMs) / 1000)})`
    const { numAffectedRows } = await sql`
    insert into site_rounds as last (begun_at) values (now())
    on conflict (only_row) do update set begun_at = now()
    where last.begun_at < now() - ${leaseTime} or last.begun_at > now() + ${leaseTime}`.execute(db)
    return numAffectedRows === 1n
  }

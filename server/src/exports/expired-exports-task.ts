import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/** Deletes exports after their time, and those that were given up. A few at once: each may have many entries. */
export const expiredExportsTask = (db: Db): Task => ({
  name: 'delete expired exports',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    const { numAffectedRows } = await sql`
      delete from exports where id in (
        select exports.id from exports join tasks using (id)
        where expires_at < now() or (bytes is null and ended_at < now() - interval '1 day') limit 10)`.execute(db)
    return numAffectedRows === 10n
  },
})

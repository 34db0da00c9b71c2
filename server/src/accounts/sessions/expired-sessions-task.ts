import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'

export const expiredSessionsTask = (db: Db): Task => ({
  name: 'delete expired sessions, codes, keys and invitations',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await sql`delete from sessions where expires_at < now() - interval '1 day' or ended_at < now() - interval '1 day'`.execute(db)
    await sql`delete from codes where expires_at < now() - interval '1 day'`.execute(db)
    // A month, so that people see why a program of theirs stopped.
    await sql`delete from api_keys where expires_at < now() - interval '30 days'`.execute(db)
    await sql`delete from invitations where expires_at < now() - interval '30 days'`.execute(db)
    return false
  },
})
